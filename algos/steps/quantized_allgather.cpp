#include "algos/steps/quantized_allgather.hpp"

#include <cstring>
#include <span>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/steps/allgather.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Message;

Range part_of(Comm& comm, Range whole, std::size_t rank) {
  return model::part_of(whole, rank, static_cast<std::uint64_t>(comm.size()));
}

/// Charges a pass that reads values and writes their codes, or vice versa.
void charge_conversion(Comm& comm, double value_bytes, const std::vector<Message>& encoded) {
  double bytes = value_bytes;
  for (const Message& message : encoded) bytes += message.wire_bytes();
  comm.charge({runtime::WorkKind::copy, bytes});
}

using quantizers::Sign;

/// Charges the conversion of a set to a message, or vice versa.
void charge_conversion(Comm& comm, const model::WireFormat& wire, double entries) {
  comm.charge({runtime::WorkKind::copy, model::sign_mean_copies(wire, entries)});
}

template <class Value, class Index>
SparseStream<Value, Index> qsgd_allgather(Comm& comm, const SparseStream<Value, Index>& own,
                                          Range whole, const quantizers::Qsgd& qsgd) {
  SPARLAB_EXPECTS(own.format() == Format::dense);
  comm.enter_phase("quantize");
  const std::size_t bytes = qsgd.encoded_bytes<Value>(own.count());
  runtime::Buffer buffer(bytes);
  qsgd.encode(own.values(), own.range().lo - whole.lo, std::span(buffer.data(), bytes));
  const Message message(std::move(buffer), 0, bytes);
  charge_conversion(comm, static_cast<double>(own.count() * sizeof(Value)), {message});

  const auto messages = allgather_messages(comm, message, [&](auto, std::size_t rank) {
    const std::size_t size = qsgd.encoded_bytes<Value>(part_of(comm, whole, rank).size());
    return Extent{size, static_cast<double>(size)};
  });

  comm.enter_phase("dequantize");
  charge_conversion(comm, static_cast<double>(whole.size() * sizeof(Value)), messages);
  auto result = SparseStream<Value, Index>::uninitialised_dense(whole);
  for (std::size_t rank = 0; rank < messages.size(); ++rank) {
    const Range part = part_of(comm, whole, rank);
    quantizers::decode_qsgd(
        messages[rank].bytes(),
        result.mutable_values().subspan(static_cast<std::size_t>(part.lo - whole.lo),
                                        static_cast<std::size_t>(part.size())));
  }
  return result;
}

CountedStream qsgd_allgather(Comm& comm, const CountedStream& own, Range whole,
                             const quantizers::Qsgd& qsgd) {
  SPARLAB_EXPECTS(own.format() == Format::dense);
  const model::WireFormat wire = own.wire_format();
  const auto encoded_bytes = [&](Range part) {
    return model::qsgd_bytes(wire, static_cast<double>(part.size()), qsgd.parameters().bits,
                             qsgd.parameters().bucket);
  };
  comm.enter_phase("quantize");
  const auto message =
      Message::token(std::as_bytes(std::span(&own, 1)), encoded_bytes(own.range()));
  charge_conversion(comm, own.count() * wire.value_bytes, {message});

  const auto messages = allgather_messages(comm, message, [&](auto, std::size_t rank) {
    return Extent{sizeof(CountedStream), encoded_bytes(part_of(comm, whole, rank))};
  });

  comm.enter_phase("dequantize");
  charge_conversion(comm, static_cast<double>(whole.size()) * wire.value_bytes, messages);
  std::vector<CountedStream> parts;
  for (std::size_t rank = 0; rank < messages.size(); ++rank) {
    parts.push_back(CountedStream::decode(messages[rank]).stream);
    require_range(parts.back().range(), part_of(comm, whole, rank));
  }
  return CountedStream::joined(parts, Format::dense);
}

template <class Value, class Index>
std::vector<Stream> sign_mean_allgather(Comm& comm, const SparseStream<Value, Index>& chosen,
                                        std::optional<Sign> sign) {
  SPARLAB_EXPECTS(chosen.format() == Format::coo);
  const Range range = chosen.range();
  const auto wire = chosen.wire_format();
  comm.enter_phase("quantize");
  const auto set =
      sign ? quantizers::sign_mean(chosen.view(), *sign) : quantizers::mixed_mean(chosen.view());
  charge_conversion(comm, wire, static_cast<double>(set.indices.size()));

  const auto messages = allgather_messages(
      comm, Message::copy_of(quantizers::encode_sign_mean(set)),
      [](std::span<const std::byte> rest, std::size_t) {
        const std::size_t size = quantizers::sign_mean_extent<Value, Index>(rest);
        return Extent{size, static_cast<double>(size)};
      });

  comm.enter_phase("dequantize");
  std::vector<Stream> sets;
  sets.reserve(messages.size());
  for (const Message& message : messages) {
    const auto received = quantizers::decode_sign_mean<Value, Index>(message.bytes(), range.hi);
    if (!received.indices.empty() && received.indices.front() < range.lo)
      throw WireError("an index below the range of a set of one sign");
    const std::vector<Value> means(received.indices.size(), received.mean);
    charge_conversion(comm, wire, static_cast<double>(means.size()));
    sets.emplace_back(SparseStream<Value, Index>(range, received.indices, means));
  }
  return sets;
}

std::vector<Stream> sign_mean_allgather(Comm& comm, const CountedStream& chosen,
                                        std::optional<Sign>) {
  const auto wire = chosen.wire_format();
  comm.enter_phase("quantize");
  charge_conversion(comm, wire, chosen.count());
  const auto message = Message::token(std::as_bytes(std::span(&chosen, 1)),
                                      model::sign_mean_bytes(wire, chosen.count()));

  const auto messages =
      allgather_messages(comm, message, [&](std::span<const std::byte> rest, std::size_t) {
        CountedStream set;
        if (rest.size() < sizeof set) throw WireError("not a counted stream");
        std::memcpy(&set, rest.data(), sizeof set);
        return Extent{sizeof set, model::sign_mean_bytes(wire, set.count())};
      });

  comm.enter_phase("dequantize");
  std::vector<Stream> sets;
  sets.reserve(messages.size());
  for (const Message& received : messages) {
    sets.emplace_back(CountedStream::decode(received).stream);
    require_range(sets.back().range(), chosen.range());
    charge_conversion(comm, wire, sets.back().count());
  }
  return sets;
}

}  // namespace

Stream qsgd_allgather(Comm& comm, const Stream& own, Range whole, const quantizers::Qsgd& qsgd) {
  return own.visit(
      [&](const auto& one) -> Stream { return qsgd_allgather(comm, one, whole, qsgd); });
}

std::vector<Stream> sign_mean_allgather(Comm& comm, const Stream& chosen,
                                        std::optional<Sign> sign) {
  return chosen.visit([&](const auto& one) { return sign_mean_allgather(comm, one, sign); });
}

}  // namespace sparlab::algos
