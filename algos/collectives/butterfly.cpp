#include <span>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/steps/allgather.hpp"
#include "algos/steps/shards.hpp"
#include "algos/steps/subgroups.hpp"

namespace sparlab::algos {
namespace {

using model::ButterflyLevel;

/// Groups consist of ranks at a distance of `stride`.
Stream through_levels(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                      std::span<const ButterflyLevel> levels, int stride) {
  if (levels.empty()) return stream;
  const ButterflyLevel level = levels.front();
  DigitComm group(comm, stride, static_cast<int>(level.degree));
  const auto rest = levels.subspan(1);
  const int next = stride * group.size();
  if (level.kind == ButterflyLevel::Kind::exchange) {
    stream = sparse_allgather(group, std::move(stream), options);
    return through_levels(comm, std::move(stream), options, rest, next);
  }
  const Range whole = stream.range();
  std::vector<Stream> contributions = split_exchange(group, stream, options);
  comm.enter_phase("reduce");
  stream = merge_all(comm, std::move(contributions), options);
  stream = through_levels(comm, std::move(stream), options, rest, next);
  const std::vector<Stream> parts = allgather_parts(group, std::move(stream), whole, options);
  return concatenate(comm, parts, options.op);
}

}  // namespace

Stream butterfly(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                 const model::ButterflyParameters& parameters) {
  const auto levels = parameters.on(static_cast<std::uint64_t>(comm.size()));
  return through_levels(comm, std::move(stream), options, levels, 1);
}

}  // namespace sparlab::algos
