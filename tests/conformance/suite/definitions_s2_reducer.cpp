#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "algos/sketches/count_sketch.hpp"
#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {
namespace {

struct Sketch {
  std::uint64_t rows;
  double lambda;
  std::uint64_t block;
  std::uint64_t seed;
};

std::uint64_t columns_of(const Scenario& scenario, const Sketch& sketch) {
  std::size_t largest = 0;
  for (const RankInput& input : scenario.inputs) largest = std::max(largest, input.indices.size());
  const double cells = sketch.lambda * static_cast<double>(largest);
  return std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(cells / static_cast<double>(sketch.rows))));
}

/// For every index of a block in which some rank holds an entry: the median over the rows of the
/// sum's cell for this index, with the sign of the index.
Entries estimates(const Scenario& scenario, const Sketch& sketch) {
  const std::uint64_t columns = columns_of(scenario, sketch);
  const Entries sum = sum_of(scenario);
  std::vector<std::vector<double>> cells(sketch.rows, std::vector<double>(columns, 0.0));
  std::vector<algos::sketches::RowHash> hashes;
  for (std::uint64_t row = 0; row < sketch.rows; ++row) {
    hashes.emplace_back(sketch.seed, row);
    for (const auto& [index, value] : sum) {
      cells[row][hashes[row].column(index, columns)] += hashes[row].sign(index) * value;
    }
  }
  std::set<std::uint64_t> live;
  for (const auto& [index, value] : sum) live.insert(index / sketch.block);

  Entries result;
  for (const std::uint64_t number : live) {
    const std::uint64_t end = std::min((number + 1) * sketch.block, scenario.universe);
    for (std::uint64_t index = number * sketch.block; index < end; ++index) {
      std::vector<double> guesses;
      for (std::uint64_t row = 0; row < sketch.rows; ++row) {
        guesses.push_back(hashes[row].sign(index) * cells[row][hashes[row].column(index, columns)]);
      }
      const bool lost = std::ranges::any_of(guesses, [](double g) { return std::isnan(g); });
      std::ranges::sort(guesses);
      result[index] = lost ? std::numeric_limits<double>::quiet_NaN() : guesses[sketch.rows / 2];
    }
  }
  return result;
}

Definition s2_reducer(std::string spec, const Sketch& sketch) {
  return {std::move(spec),
          [sketch](const Scenario& scenario) { return estimates(scenario, sketch); }};
}

}  // namespace

std::vector<Definition> s2_reducer_definitions() {
  return {
      s2_reducer("s2_reducer", {.rows = 1, .lambda = 0.5, .block = 256, .seed = 42}),
      s2_reducer("s2_reducer(rows=3, lambda=2, block=7, bitmap=float_per_block, seed=5)",
                 {.rows = 3, .lambda = 2, .block = 7, .seed = 5}),
  };
}

}  // namespace sparlab::conformance
