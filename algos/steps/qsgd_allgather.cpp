#include "algos/steps/qsgd_allgather.hpp"

#include <vector>

#include "algos/kernels/instantiate.hpp"
#include "algos/steps/allgather_messages.hpp"
#include "algos/streams/require_range.hpp"
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

}  // namespace

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
  const auto& options = qsgd.options();
  const auto encoded_bytes = [&](Range part) {
    return model::qsgd_bytes(wire, static_cast<double>(part.size()),
                             static_cast<std::uint64_t>(options.bits), options.bucket);
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

#define SPARLAB_INSTANTIATE(V, I)                                                     \
  template SparseStream<V, I> qsgd_allgather(Comm&, const SparseStream<V, I>&, Range, \
                                             const quantizers::Qsgd&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos
