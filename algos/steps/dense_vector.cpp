#include "algos/steps/dense_vector.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include "algos/kernels/dense.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::Request;
using runtime::WorkKind;

/// The values from an index on. The caller knows who else reads this memory.
template <class One>
auto* values_from(const One& dense, std::uint64_t index) {
  using Value = typename One::value_type;
  return const_cast<Value*>(dense.values().data()) + (index - dense.range().lo);
}

}  // namespace

DenseVector::DenseVector(Stream dense, const Operation& op)
    : values_(std::move(dense)), op_(op), borrowed_(false) {
  SPARLAB_EXPECTS(values_.format() == Format::dense);
  values_.visit([&]<class One>(const One& one) {
    if constexpr (!is_counted_v<One>) borrowed_ = !one.unique();
  });
}

void DenseVector::move_to_other_memory() {
  values_.visit([]<class One>(One& one) {
    if constexpr (!is_counted_v<One>) one = one.clone();
  });
  borrowed_ = false;
}

void DenseVector::copy(Comm& comm) {
  comm.charge({WorkKind::copy, bytes_of(range())});
  move_to_other_memory();
}

double DenseVector::bytes_of(Range range) const {
  return static_cast<double>(range.size()) * values_.wire_format().value_bytes;
}

Message DenseVector::message(const Stream& vector, Range range) const {
  return vector.visit([&]<class One>(const One& one) -> Message {
    if constexpr (is_counted_v<One>) {
      return Message::token({}, bytes_of(range));
    } else {
      using Value = typename One::value_type;
      const Message all = one.encode();
      return Message(all.buffer(),
                     all.offset() + One::kHeaderBytes +
                         static_cast<std::size_t>(range.lo - one.range().lo) * sizeof(Value),
                     static_cast<std::size_t>(range.size()) * sizeof(Value));
    }
  });
}

Stream DenseVector::uninitialised_whole() const {
  return values_.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return one;
    else
      return One::uninitialised_dense(one.range());
  });
}

Request DenseVector::begin_receive(Comm& comm, const SentRange& from, Arrival arrival) {
  if (values_.is_counted()) return comm.irecv(from.rank);
  if (arrival == Arrival::replaces) {
    if (borrowed_) move_to_other_memory();
    return irecv_into(comm, message(values_, from.range), from.rank);
  }
  if (from.range == range()) {
    incoming_ = uninitialised_whole();
    return irecv_into(comm, message(incoming_, from.range), from.rank);
  }
  const auto bytes = static_cast<std::size_t>(bytes_of(from.range));
  if (scratch_.capacity() < bytes) scratch_ = runtime::Buffer(bytes);
  return irecv_into(comm, Message(scratch_, 0, bytes), from.rank);
}

void DenseVector::check_size(const Message& message, Range range) const {
  if (message.wire_bytes() != bytes_of(range))
    throw WireError("a part of a dense vector has " + std::to_string(message.wire_bytes()) +
                    " bytes instead of " + std::to_string(bytes_of(range)));
  if (!values_.is_counted() && !message.is_real())
    throw WireError("a part of a dense vector has no values");
}

void DenseVector::take(Comm& comm, const Message& message, Range range, Arrival arrival) {
  check_size(message, range);
  if (arrival != Arrival::replaces)
    comm.charge({WorkKind::dense_sum, static_cast<double>(range.size())});
  values_.visit([&]<class One>(One& own) {
    if constexpr (!is_counted_v<One>) {
      if (arrival == Arrival::replaces)
        place(own, message, range);
      else
        combine(own, message, range, arrival == Arrival::is_left);
    }
  });
}

template <class One>
void DenseVector::place(One& own, const Message& message, Range range) {
  const auto bytes = message.bytes();
  auto* const target = reinterpret_cast<std::byte*>(values_from(own, range.lo));
  if (!bytes.empty() && bytes.data() != target) std::memcpy(target, bytes.data(), bytes.size());
}

template <class One>
void DenseVector::combine(One& own, const Message& message, Range range, bool message_is_left) {
  using Value = typename One::value_type;
  // To write what another processor has just read takes several times as long as to write what has
  // just arrived.
  const bool is_whole = range == own.range();
  One sum = is_whole ? std::move(incoming_).as<One>() : borrowed_ ? own.clone() : own;
  const auto* left = reinterpret_cast<const Value*>(message.bytes().data());
  const Value* right = values_from(own, range.lo);
  if (!message_is_left) std::swap(left, right);
  kernels::combine(left, right, static_cast<std::size_t>(range.size()), op_.of<Value>(),
                   values_from(sum, range.lo));
  own = std::move(sum);
  borrowed_ = false;
}

void DenseVector::send(Comm& comm, const SentRange& sent) const {
  Request outgoing = comm.isend(sent.rank, message(values_, sent.range));
  comm.wait(outgoing);
}

void DenseVector::receive(Comm& comm, const SentRange& from, Arrival arrival) {
  Request incoming = begin_receive(comm, from, arrival);
  take(comm, comm.wait(incoming), from.range, arrival);
}

void DenseVector::exchange(Comm& comm, const SentRange& sent, const SentRange& from,
                           Arrival arrival) {
  Request incoming = begin_receive(comm, from, arrival);
  Request outgoing = comm.isend(sent.rank, message(values_, sent.range));
  const Message arrived = comm.wait(incoming);
  comm.wait(outgoing);
  take(comm, arrived, from.range, arrival);
}

void DenseVector::exchange_whole(Comm& comm, const SpacedRanks& group) {
  const int own = (comm.rank() - group.first) / group.distance;
  const auto rank_of = [&](int member) { return group.first + member * group.distance; };
  // In each turn, every member has one other to send to and one to receive from.
  const bool in_pairs = std::has_single_bit(static_cast<unsigned>(group.count));
  const auto member_at = [&](int turn) {
    return in_pairs ? own ^ std::abs(turn) : (own + group.count + turn) % group.count;
  };
  const auto members = static_cast<std::size_t>(group.count);
  std::vector<Stream> places(members);
  std::vector<Request> incoming(members);
  std::vector<Request> outgoing;
  for (int turn = 1; turn < group.count; ++turn) {
    const int from = member_at(-turn);
    const auto at = static_cast<std::size_t>(from);
    places[at] = uninitialised_whole();
    incoming[at] = values_.is_counted()
                       ? comm.irecv(rank_of(from))
                       : irecv_into(comm, message(places[at], range()), rank_of(from));
  }
  for (int turn = 1; turn < group.count; ++turn)
    outgoing.push_back(comm.isend(rank_of(member_at(turn)), message(values_, range())));
  std::vector<Message> others(members);
  for (std::size_t member = 0; member < members; ++member)
    if (static_cast<int>(member) != own) others[member] = comm.wait(incoming[member]);
  for (Request& request : outgoing) comm.wait(request);
  for (std::size_t member = 0; member < members; ++member) {
    if (static_cast<int>(member) == own) continue;
    check_size(others[member], range());
    comm.charge({WorkKind::dense_sum, static_cast<double>(range().size())});
  }
  values_.visit([&]<class One>(One& one) {
    if constexpr (!is_counted_v<One>)
      combine_all(one, static_cast<std::size_t>(own), others, std::move(places[own == 1 ? 0 : 1]));
  });
}

/// `target` has the memory in which the other one of the first two operands is received.
template <class One>
void DenseVector::combine_all(One& own, std::size_t member, const std::vector<Message>& others,
                              Stream target) {
  using Value = typename One::value_type;
  One sum = std::move(target).as<One>();
  const auto operand = [&](std::size_t i) -> const Value* {
    return i == member ? own.values().data()
                       : reinterpret_cast<const Value*>(others[i].bytes().data());
  };
  const Value* left = operand(0);
  for (std::size_t i = 1; i < others.size(); ++i) {
    kernels::combine(left, operand(i), static_cast<std::size_t>(range().size()), op_.of<Value>(),
                     values_from(sum, range().lo));
    left = sum.values().data();
  }
  own = std::move(sum);
  borrowed_ = false;
}

Stream DenseVector::part(Comm& comm, Range range) const {
  comm.charge({WorkKind::copy, bytes_of(range)});
  return values_.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return one.part(range);
    } else {
      One part = One::uninitialised_dense(range);
      std::copy_n(values_from(one, range.lo), static_cast<std::size_t>(range.size()),
                  part.mutable_values().data());
      return part;
    }
  });
}

void DenseVector::replace(Comm& comm, const Stream& part) {
  SPARLAB_EXPECTS(part.format() == Format::dense);
  comm.charge({WorkKind::copy, bytes_of(part.range())});
  if (borrowed_) move_to_other_memory();
  values_.visit([&]<class One>(One& own) {
    if constexpr (!is_counted_v<One>) place(own, message(part, part.range()), part.range());
  });
}

Stream DenseVector::result(const Comm& comm) && {
  return std::move(values_).visit([&]<class One>(One&& one) -> Stream {
    if constexpr (is_counted_v<std::remove_cvref_t<One>>)
      return CountedStream(one.context(), one.range(),
                           one.ranks() * static_cast<std::uint32_t>(comm.size()), Format::dense);
    else
      return std::forward<One>(one);
  });
}

}  // namespace sparlab::algos
