#include "algos/steps/dense_vector.hpp"

#include <cstddef>
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

Request DenseVector::begin_receive(Comm& comm, const SentRange& from, Arrival arrival) {
  if (values_.is_counted()) return comm.irecv(from.rank);
  if (arrival == Arrival::replaces) {
    if (borrowed_) move_to_other_memory();
    return irecv_into(comm, message(values_, from.range), from.rank);
  }
  if (from.range == range()) {
    incoming_ = values_.visit([&]<class One>(const One& one) -> Stream {
      if constexpr (is_counted_v<One>)
        return one;
      else
        return One::uninitialised_dense(from.range);
    });
    return irecv_into(comm, message(incoming_, from.range), from.rank);
  }
  const auto bytes = static_cast<std::size_t>(bytes_of(from.range));
  if (scratch_.capacity() < bytes) scratch_ = runtime::Buffer(bytes);
  return irecv_into(comm, Message(scratch_, 0, bytes), from.rank);
}

void DenseVector::take(Comm& comm, const Message& message, Range range, Arrival arrival) {
  if (message.wire_bytes() != bytes_of(range))
    throw WireError("a part of a dense vector has " + std::to_string(message.wire_bytes()) +
                    " bytes instead of " + std::to_string(bytes_of(range)));
  if (arrival != Arrival::replaces)
    comm.charge({WorkKind::dense_sum, static_cast<double>(range.size())});
  values_.visit([&]<class One>(One& own) {
    if constexpr (!is_counted_v<One>) {
      if (!message.is_real()) throw WireError("a part of a dense vector has no values");
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
