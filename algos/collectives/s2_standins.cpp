#include "algos/collectives/s2_standins.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "algos/collectives/dense.hpp"
#include "algos/formats/format.hpp"
#include "algos/steps/ring.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/steps/trees.hpp"
#include "algos/steps/united_blocks.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::WorkKind;

/// Neutral entries that pad a message of `stream` to `entries` entries.
Stream padding(const Stream& stream, std::uint64_t entries, const Operation& op) {
  return stream.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return CountedStream(one.context(), one.range(), Format::dense)
          .cut_to(static_cast<double>(entries) - one.count());
    } else {
      using Value = typename One::value_type;
      using Index = typename One::index_type;
      std::vector<Index> indices(static_cast<std::size_t>(entries - one.count()));
      std::iota(indices.begin(), indices.end(), static_cast<Index>(one.range().lo));
      const std::vector<Value> values(indices.size(), op.of<Value>().neutral());
      return One(one.range(), indices, values);
    }
  });
}

Stream without_padding(Comm& comm, const Domain& domain, const runtime::Message& message) {
  std::vector<Stream> streams = unbundle(comm, domain.type, message);
  if (streams.size() != 2) throw WireError("a message that is not one stream and its padding");
  require_range(streams.front().range(), domain.range);
  return std::move(streams.front());
}

void charge_copied(Comm& comm, const Stream& stream, std::uint64_t values) {
  comm.charge({WorkKind::copy, static_cast<double>(values) * stream.wire_format().value_bytes});
}

/// The live blocks of a dense stream, packed one after the other.
Stream compacted(Comm& comm, const Stream& stream, const UnitedBlocks& live) {
  charge_copied(comm, stream, live.elements());
  const Range range{0, live.elements()};
  return stream.visit([&]<class One>(const One& dense) -> Stream {
    if constexpr (is_counted_v<One>) {
      return CountedStream(dense.context(), range, Format::dense);
    } else {
      auto compact = One::uninitialised_dense(range);
      auto out = compact.mutable_values().begin();
      live.for_each([&](Range block) {
        const auto values =
            dense.values().subspan(static_cast<std::size_t>(block.lo - dense.range().lo),
                                   static_cast<std::size_t>(block.size()));
        out = std::ranges::copy(values, out).out;
      });
      return compact;
    }
  });
}

/// The inverse of `compacted`; blocks that are not live become neutral.
Stream expanded(Comm& comm, Range range, const Stream& stream, const UnitedBlocks& live,
                const Operation& op) {
  charge_copied(comm, stream, range.size());
  charge_copied(comm, stream, live.elements());
  return stream.visit([&]<class One>(const One& compact) -> Stream {
    if constexpr (is_counted_v<One>) {
      return CountedStream(compact.context(), range, static_cast<std::uint32_t>(comm.size()),
                           Format::dense);
    } else {
      auto dense = One::uninitialised_dense(range);
      const auto values = dense.mutable_values();
      std::ranges::fill(values, op.of<typename One::value_type>().neutral());
      auto in = compact.values().begin();
      live.for_each([&](Range block) {
        const auto count = static_cast<std::ptrdiff_t>(block.size());
        std::copy_n(in, count, values.begin() + static_cast<std::ptrdiff_t>(block.lo - range.lo));
        in += count;
      });
      return dense;
    }
  });
}

}  // namespace

Stream s2_sparcml_standin(Comm& comm, Stream stream, const AllreduceOptions& options) {
  return dense_ring(comm, std::move(stream), options);
}

Stream s2_parallax_standin(Comm& comm, Stream stream, const AllreduceOptions& options) {
  const Domain domain = stream.domain();
  const std::uint64_t entries = agreed_k(comm, 0, stream);
  comm.enter_phase("gather");
  if (comm.rank() != 0) {
    const std::array padded{stream, padding(stream, entries, options.op)};
    send(comm, 0, bundle(comm, std::span<const Stream>(padded), model::FormatSet::published()));
    return broadcast_binomially(comm, Stream{}, domain, options);
  }
  std::vector<Stream> inputs{std::move(stream)};
  for (const auto& message : receive_from(comm, 1, comm.size())) {
    inputs.push_back(without_padding(comm, domain, message));
  }
  return broadcast_binomially(comm, merge_all(comm, std::move(inputs), options), domain, options);
}

Stream s2_omnireduce_standin(Comm& comm, Stream stream, const AllreduceOptions& options,
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

}  // namespace sparlab::algos
