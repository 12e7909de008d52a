#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "model/base/range.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// What ranks select in a first call, in which rank r has part r.
struct MicroSelections {
  std::vector<double> counts;
  double read = 0;  ///< entries of the fullest part

  MicroSelections(const Problem& problem, const MicroParameters& parameters) {
    const SelectedProblem selection(problem, parameters.k);
    const FillIn& selected = *selection.problem().fill_in;
    const bool alike = problem.fill_in->symmetry() == Symmetry::ranks_and_ranges;
    const std::uint64_t blocks = parameters.blocks(problem.ranks);
    const auto begin_of = [&](std::uint64_t part) {
      return cut(problem.whole(), cut({0, blocks}, part, problem.ranks), blocks);
    };
    std::uint64_t last_size = 0;
    for (std::uint64_t rank = 0; rank < problem.ranks; ++rank) {
      const Range part{begin_of(rank), begin_of(rank + 1)};
      if (rank > 0 && alike && part.size() == last_size) {
        counts.push_back(counts.back());
        continue;
      }
      last_size = part.size();
      counts.push_back(selected.distinct({rank, 1}, part));
      read = std::max(read, problem.fill_in->distinct({rank, 1}, part));
    }
  }
};

}  // namespace

Cost micro(const Problem& problem, const MicroParameters& parameters) {
  const MicroSelections selections(problem, parameters);
  const std::vector<double>& counts = selections.counts;
  const double longest = std::ranges::max(counts);
  const double index_bytes = problem.wire.index_bytes;
  Cost cost;
  if (parameters.k != 0)
    cost.critical_path.push_back(local_stage("select", {.selected_from = selections.read}));
  if (problem.ranks == 1) return cost;

  cost.critical_path.push_back(local_stage("select", {.copied_bytes = longest * index_bytes}));
  add_count_gather(cost, problem.ranks);
  if (parameters.padded) {
    add_even_allgather(cost, problem.ranks, problem.wire.header_bytes + longest * index_bytes);
  } else {
    std::vector<double> list_bytes;
    for (const double count : counts)
      list_bytes.push_back(problem.wire.header_bytes + count * index_bytes);
    add_allgather(cost, list_bytes);
  }
  const double chosen = whole_entries(std::accumulate(counts.begin(), counts.end(), 0.0));
  if (chosen == 0) return cost;

  cost.critical_path.push_back(local_stage(
      "look_up",
      {.merged_entries = chosen + largest_input(problem), .copied_bytes = chosen * index_bytes}));
  add_sums_at_indices(cost, problem, chosen);
  return cost;
}

}  // namespace sparlab::model
