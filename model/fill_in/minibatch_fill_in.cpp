#include "model/fill_in/minibatch_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"
#include "model/fill_in/occupancy.hpp"

namespace sparlab::model {

struct MinibatchFillIn::Levels {
  std::vector<std::uint64_t> count;  // of each level
  std::vector<LevelSums::Level> level_of;

  explicit Levels(std::span<const std::uint32_t> sample_counts) {
    constexpr std::size_t max_levels = std::size_t{1} << 16;
    std::unordered_map<std::uint32_t, LevelSums::Level> level_of_count;
    level_of.reserve(sample_counts.size());
    for (const std::uint32_t sample_count : sample_counts) {
      const auto next = static_cast<LevelSums::Level>(count.size());
      const auto [found, added] = level_of_count.try_emplace(sample_count, next);
      SPARLAB_EXPECTS(!added || count.size() < max_levels);
      if (added) count.push_back(sample_count);
      level_of.push_back(found->second);
    }
  }
};

namespace {

LevelSums::Evaluate held_by_count(std::vector<std::uint64_t> counts, std::uint64_t samples,
                                  std::uint64_t batch) {
  return [counts = std::move(counts), samples, batch](std::uint64_t ranks) {
    const std::uint64_t drawn = ranks <= samples / batch ? ranks * batch : samples;
    std::vector<double> held;
    held.reserve(counts.size());
    for (const std::uint64_t count : counts) held.push_back(some_drawn(samples, count, drawn));
    return held;
  };
}

}  // namespace

MinibatchFillIn::MinibatchFillIn(std::span<const std::uint32_t> sample_counts,
                                 std::uint64_t samples, std::uint64_t batch)
    : MinibatchFillIn(sample_counts.size(), {}, Levels(sample_counts), samples, batch) {}

MinibatchFillIn::MinibatchFillIn(std::uint64_t universe, std::span<const std::uint64_t> indices,
                                 std::span<const std::uint32_t> sample_counts,
                                 std::uint64_t samples, std::uint64_t batch)
    : MinibatchFillIn(universe, {indices.begin(), indices.end()}, Levels(sample_counts), samples,
                      batch) {
  SPARLAB_EXPECTS(indices.size() == sample_counts.size());
  SPARLAB_EXPECTS(std::ranges::adjacent_find(indices, std::ranges::greater_equal{}) ==
                  indices.end());
  SPARLAB_EXPECTS(indices.empty() || indices.back() < universe);
}

MinibatchFillIn::MinibatchFillIn(std::uint64_t universe, std::vector<std::uint64_t> indices,
                                 Levels levels, std::uint64_t samples, std::uint64_t batch)
    : universe_(universe),
      samples_(samples),
      batch_(batch),
      held_(std::move(indices), std::move(levels.level_of), levels.count.size(),
            held_by_count(levels.count, samples, batch)) {
  SPARLAB_EXPECTS(universe_ >= 1 && batch >= 1 && batch <= samples);
  for (const std::uint64_t count : levels.count) SPARLAB_EXPECTS(count <= samples);
}

double MinibatchFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  // Ranks beyond the last sample add nothing: one memo entry serves all such counts.
  const std::uint64_t enough = (samples_ - 1) / batch_ + 1;
  const std::uint64_t count = std::min(ranks.count, enough);
  return memo_.get({0, count}, range, [&] { return held_.sum(count, range); });
}

std::string MinibatchFillIn::describe() const {
  return fmt::format("minibatch(N={}, k={:.10g}, samples={}, batch={})", universe_,
                     FillIn::distinct(1), samples_, batch_);
}

}  // namespace sparlab::model
