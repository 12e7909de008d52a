#include "algos/collectives/s2_standins.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "algos/collectives/dense.hpp"
#include "algos/formats/format.hpp"
#include "algos/interface/instantiate.hpp"
#include "algos/steps/ring.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/steps/trees.hpp"
#include "algos/steps/united_blocks.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::WorkKind;

/// Neutral entries that pad a message of `stream` to `entries` entries.
template <class Value, class Index>
SparseStream<Value, Index> padding(const SparseStream<Value, Index>& stream, std::uint64_t entries,
                                   const Reduction<Value>& op) {
  std::vector<Index> indices(static_cast<std::size_t>(entries - stream.count()));
  std::iota(indices.begin(), indices.end(), static_cast<Index>(stream.range().lo));
  const std::vector<Value> values(indices.size(), op.neutral());
  return {stream.range(), indices, values};
}

CountedStream padding(const CountedStream& stream, std::uint64_t entries,
                      CountedStream::reduction_type) {
  return CountedStream(stream.context(), stream.range(), Format::dense)
      .cut_to(static_cast<double>(entries) - stream.count());
}

template <class Stream>
Stream without_padding(Comm& comm, Range range, const runtime::Message& message) {
  std::vector<Stream> streams = unbundle<Stream>(comm, message);
  if (streams.size() != 2) throw WireError("a message that is not one stream and its padding");
  require_range(streams.front().range(), range);
  return std::move(streams.front());
}

template <class Value>
void charge_copied(Comm& comm, std::uint64_t values) {
  comm.charge({WorkKind::copy, static_cast<double>(values * sizeof(Value))});
}

/// The live blocks of a dense stream, packed one after the other.
template <class Value, class Index>
SparseStream<Value, Index> compacted(Comm& comm, const SparseStream<Value, Index>& dense,
                                     const UnitedBlocks<SparseStream<Value, Index>>& live) {
  charge_copied<Value>(comm, live.elements());
  auto compact = SparseStream<Value, Index>::uninitialised_dense({0, live.elements()});
  auto out = compact.mutable_values().begin();
  live.for_each([&](Range block) {
    const auto values =
        dense.values().subspan(static_cast<std::size_t>(block.lo - dense.range().lo),
                               static_cast<std::size_t>(block.size()));
    out = std::ranges::copy(values, out).out;
  });
  return compact;
}

/// The inverse of `compacted`; blocks that are not live become neutral.
template <class Value, class Index>
SparseStream<Value, Index> expanded(Comm& comm, Range range,
                                    const SparseStream<Value, Index>& compact,
                                    const UnitedBlocks<SparseStream<Value, Index>>& live,
                                    const Reduction<Value>& op) {
  charge_copied<Value>(comm, range.size());
  charge_copied<Value>(comm, live.elements());
  auto dense = SparseStream<Value, Index>::uninitialised_dense(range);
  const auto values = dense.mutable_values();
  std::ranges::fill(values, op.neutral());
  auto in = compact.values().begin();
  live.for_each([&](Range block) {
    const auto count = static_cast<std::ptrdiff_t>(block.size());
    std::copy_n(in, count, values.begin() + static_cast<std::ptrdiff_t>(block.lo - range.lo));
    in += count;
  });
  return dense;
}

double bytes_of(const CountedStream& stream, std::uint64_t values) {
  return static_cast<double>(values) * stream.wire_format().value_bytes;
}

CountedStream compacted(Comm& comm, const CountedStream& dense,
                        const UnitedBlocks<CountedStream>& live) {
  comm.charge({WorkKind::copy, bytes_of(dense, live.elements())});
  return {dense.context(), {0, live.elements()}, Format::dense};
}

CountedStream expanded(Comm& comm, Range range, const CountedStream& compact,
                       const UnitedBlocks<CountedStream>& live, CountedStream::reduction_type) {
  comm.charge({WorkKind::copy, bytes_of(compact, range.size())});
  comm.charge({WorkKind::copy, bytes_of(compact, live.elements())});
  return {compact.context(), range, static_cast<std::uint32_t>(comm.size()), Format::dense};
}

}  // namespace

template <class Stream>
Stream s2_sparcml_standin(Comm& comm, Stream stream, const AllreduceOptions<Stream>& options) {
  return dense_ring(comm, std::move(stream), options);
}

template <class Stream>
Stream s2_parallax_standin(Comm& comm, Stream stream, const AllreduceOptions<Stream>& options) {
  const Range range = stream.range();
  const std::uint64_t entries = agreed_k(comm, 0, stream);
  comm.enter_phase("gather");
  if (comm.rank() != 0) {
    const std::array padded{stream, padding(stream, entries, options.op)};
    send(comm, 0, bundle(comm, std::span<const Stream>(padded), model::FormatSet::published()));
    return broadcast_binomially(comm, Stream{}, range, options);
  }
  std::vector<Stream> inputs{std::move(stream)};
  for (const auto& message : receive_from(comm, 1, comm.size())) {
    inputs.push_back(without_padding<Stream>(comm, range, message));
  }
  return broadcast_binomially(comm, merge_all(comm, std::move(inputs), options), range, options);
}

template <class Stream>
Stream s2_omnireduce_standin(Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                             const model::S2OmnireduceStandinParameters& parameters) {
  const Range range = stream.range();
  const auto live = unite_blocks(comm, stream, parameters.block, parameters.bitmap, options.op);
  comm.enter_phase("densify");
  const Stream dense = densify(comm, std::move(stream), options.op);
  Stream sum = compacted(comm, dense, live);
  if (live.elements() > 0) sum = ring(comm, sum, options);
  comm.enter_phase("expand");
  return expanded(comm, range, sum, live, options.op);
}

SPARLAB_INSTANTIATE_ALLREDUCE(s2_sparcml_standin)
SPARLAB_INSTANTIATE_ALLREDUCE(s2_parallax_standin)
SPARLAB_INSTANTIATE_PARAMETERISED(s2_omnireduce_standin, model::S2OmnireduceStandinParameters)

}  // namespace sparlab::algos
