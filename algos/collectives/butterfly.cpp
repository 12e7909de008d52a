#include <algorithm>
#include <functional>
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

/// The reduction of streams that together may hold delta entries, up to one for each index, though
/// their sum does not: a level has few ranks, whose entries may overlap much.
Stream sum_of(runtime::Comm& comm, std::vector<Stream> terms, const AllreduceOptions& options) {
  double entries = 0;
  for (const Stream& term : terms) entries += term.count();
  const auto elements = static_cast<double>(terms.front().range().size());
  if (options.dense_switch == DenseSwitch::never || entries >= elements)
    return merge_all(comm, std::move(terms), options);
  AllreduceOptions sparsely = options;
  sparsely.dense_switch = DenseSwitch::never;
  Stream sum = merge_all(comm, std::move(terms), sparsely);
  const bool full = sum.format() == Format::coo &&
                    sum.wire_format().goes_dense(sum.count(), elements, options.formats);
  return full ? densify(comm, std::move(sum), options.op) : sum;
}

/// Pieces of different formats stay apart until all are gathered: a dense one would make all
/// entries of a concatenation dense. Empty pieces, of parts with fewer indices than ranks, are left
/// out unless the whole is empty.
std::vector<Stream> joined_if_alike(runtime::Comm& comm, std::vector<Stream> pieces,
                                    const AllreduceOptions& options) {
  if (pieces.front().range().size() == 0) return {std::move(pieces.front())};
  std::erase_if(pieces, [](const Stream& piece) { return piece.range().size() == 0; });
  const auto other =
      std::ranges::adjacent_find(pieces, std::ranges::not_equal_to{}, &Stream::format);
  if (other != pieces.end()) return pieces;
  return {concatenate(comm, pieces, options.op)};
}

/// Dense pieces become sparse unless that would make the whole dense.
Stream whole_of(runtime::Comm& comm, std::vector<Stream> pieces, const AllreduceOptions& options) {
  if (pieces.size() > 1) {
    double entries = 0;
    for (const Stream& piece : pieces) entries += piece.count();
    const auto elements = static_cast<double>(pieces.back().range().hi - pieces.front().range().lo);
    if (!pieces.front().wire_format().goes_dense(entries, elements, options.formats))
      for (Stream& piece : pieces) piece = drop_neutral(comm, std::move(piece), options.op);
  }
  return concatenate(comm, pieces, options.op);
}

/// The sum, in one or more pieces. Groups consist of ranks at a distance of `stride`.
std::vector<Stream> through_levels(runtime::Comm& comm, Stream stream,
                                   const AllreduceOptions& options,
                                   std::span<const ButterflyLevel> levels, int stride) {
  if (levels.empty()) return {std::move(stream)};
  const ButterflyLevel level = levels.front();
  DigitComm group(comm, stride, static_cast<int>(level.degree));
  const auto rest = levels.subspan(1);
  const int next = stride * group.size();
  const Range whole = stream.range();
  if (level.kind == ButterflyLevel::Kind::exchange) {
    std::vector<Stream> terms = allgather(
        group, std::move(stream), [=](auto) { return whole; }, options);
    stream = sum_of(group, std::move(terms), options);
    return through_levels(comm, std::move(stream), options, rest, next);
  }
  std::vector<Stream> contributions = split_exchange(group, stream, options);
  comm.enter_phase("reduce");
  stream = sum_of(comm, std::move(contributions), options);
  auto own = through_levels(comm, std::move(stream), options, rest, next);
  return joined_if_alike(comm, allgather_pieces(group, std::move(own), whole, options), options);
}

}  // namespace

Stream butterfly(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                 const model::ButterflyParameters& parameters) {
  const auto levels = parameters.on(static_cast<std::uint64_t>(comm.size()));
  return whole_of(comm, through_levels(comm, std::move(stream), options, levels, 1), options);
}

}  // namespace sparlab::algos
