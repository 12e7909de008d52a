#include "model/costs/oktopk.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "model/base/cost.hpp"
#include "model/base/slices.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/derived_fill_in.hpp"

namespace sparlab::model {
namespace {

/// A region that represents all regions of equal load, in one call.
struct Region {
  RepresentativePart at;
  Held reduced;
  Held kept;
};

/// Calls in which a given share of the entries of an evaluating call passes the thresholds.
class OktopkModel {
 public:
  OktopkModel(const Problem& problem, const OktopkParameters& parameters,
              const OktopkPassing& passing = {})
      : parameters_(parameters),
        most_held_(largest_input(problem)),
        k_(parameters.k == 0 ? std::ceil(most_held_) : static_cast<double>(parameters.k)),
        most_kept_(passing.kept * k_),
        selected_(*problem.fill_in, most_chosen(problem, parameters, passing.chosen),
                  problem.ranks),
        problem_(problem),
        rules_(problem_),
        ranks_alike_(problem.fill_in->symmetry() != Symmetry::none) {
    problem_.fill_in = &selected_;
    find_regions(problem);
    reduce_and_keep();
  }

  Cost call(bool evaluating, bool repartitioning) const {
    Cost cost;
    cost.critical_path.push_back(local_stage("select", {.selected_from = most_held_}));
    if (evaluating && parameters_.k == 0) add_agreement(cost, problem_.ranks);
    if (repartitioning && parameters_.boundaries == RegionRule::consensus)
      add_agreement(cost, problem_.ranks, problem_.ranks);
    add_split(cost);
    if (evaluating) add_evaluation(cost);
    if (!evaluating || parameters_.regather) add_balance_and_gather(cost);
    return cost;
  }

  /// Whether every call evaluates, because the previous one found fewer than k sums.
  bool always_evaluates() const {
    return parameters_.form == OktopkForm::corrected &&
           oktopk_sums_fewer_than_k(reduced_entries_, k_);
  }

 private:
  /// The most entries that one rank chooses.
  static std::uint64_t most_chosen(const Problem& problem, const OktopkParameters& parameters,
                                   double share) {
    if (parameters.k == 0) return problem.fill_in->universe();
    return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(parameters.k)));
  }

  void find_regions(const Problem& problem) {
    if (problem.fill_in->symmetry() == Symmetry::ranks_and_ranges) {
      // Here, regions of equal counts have equal sizes.
      for (const auto& part : representative_parts(problem)) regions_.push_back({part, {}, {}});
      return;
    }
    const auto boundaries = oktopk_regions(problem, parameters_);
    for (std::uint64_t i = 0; i < problem.ranks; ++i) {
      const Range range{boundaries[static_cast<std::size_t>(i)],
                        boundaries[static_cast<std::size_t>(i + 1)]};
      regions_.push_back({{i, range, 1}, {}, {}});
    }
  }

  void reduce_and_keep() {
    double reduced = 0;
    for (Region& region : regions_) {
      region.reduced = rules_.united({0, problem_.ranks}, region.at.range);
      reduced += region.at.multiplicity * region.reduced.entries;
      most_reduced_ = std::max(most_reduced_, region.reduced.entries);
    }
    for (Region& region : regions_) {
      region.kept = reduced > most_kept_
                        ? Held{.entries = most_kept_ / reduced * region.reduced.entries}
                        : region.reduced;
    }
    reduced_entries_ = reduced;
  }

  // --- split and reduce

  void add_split(Cost& cost) const {
    std::vector<RepresentativePart> parts;
    for (const Region& region : regions_) parts.push_back(region.at);
    Stage stage = split_stage(cost, rules_, Splitters::of_inputs(problem_, rules_), parts,
                              Splitting::copies, Unpacking::later)
                      .stage;
    const std::vector<LocalWork> reduction = slowest_reduction();
    if (problem_.ranks == 1 || !parameters_.rotation) {
      // All ranks send to rank 0, then rank 1, and so on, and queue there. An estimate: the queue
      // passes every receiver once while it fills and once while it drains.
      stage.messages *= 2;
      cost.critical_path.push_back(stage);
      return cost.critical_path.push_back(local_stage("reduce", reduction.front()));
    }
    std::uint64_t step = 1;
    for (const LocalWork& work : reduction) {
      const std::uint64_t messages = std::min(parameters_.window, problem_.ranks - step);
      step += messages;
      stage.messages = static_cast<double>(messages);
      cost.critical_path.push_back(stage);
      stage.work = {};
      stage.hidden = work;  // done while the next window travels
    }
    cost.critical_path.push_back(local_stage("reduce", stage.hidden));
  }

  /// The work of the busiest owner after each window.
  std::vector<LocalWork> slowest_reduction() const {
    std::vector<LocalWork> slowest;
    double most_merged = -1;
    for (const Region& region : regions_) {
      std::vector<LocalWork> work = reduction_of(region);
      double merged = 0;
      for (const LocalWork& window : work) merged += window.merged_entries;
      if (merged <= most_merged) continue;
      most_merged = merged;
      slowest = std::move(work);
    }
    return slowest;
  }

  /// The work of a region's owner after each window; mirrors algos::oktopk::OrderedSum.
  std::vector<LocalWork> reduction_of(const Region& region) const {
    const Range range = region.at.range;
    const std::uint64_t peers = problem_.ranks - 1;
    const std::uint64_t window = parameters_.rotation ? parameters_.window : peers;
    const auto rank_before = [&](std::uint64_t distance) {
      return (region.at.part + problem_.ranks - distance) % problem_.ranks;
    };
    Held input = rules_.input(region.at.part, range);
    double unpack_copies = rules_.packing(input, range).unpack_copies;
    double summed = input.entries;
    double waiting = 0;
    std::vector<LocalWork> work(1);
    for (std::uint64_t step = 1; step <= peers; ++step) {
      if (!ranks_alike_) {
        input = rules_.input(rank_before(step), range);
        unpack_copies = rules_.packing(input, range).unpack_copies;
      }
      work.back().copied_bytes += unpack_copies;
      waiting += input.entries;
      if (step == peers) break;
      if (step % window != 0) continue;
      if (oktopk_merges_now(waiting, summed)) {
        work.back().merged_entries = summed + waiting;
        summed = rules_.distinct({rank_before(step), step + 1}, range);
        waiting = 0;
      }
      work.emplace_back();
    }
    if (peers > 0) work.back().merged_entries = summed + waiting;
    return work;
  }

  // --- gather

  std::vector<ReducedPart> parts(Held Region::*held) const {
    std::vector<ReducedPart> parts;
    for (const Region& region : regions_) parts.push_back({region.at, region.*held});
    return parts;
  }

  void add_evaluation(Cost& cost) const {
    add_parts_allgather(cost, problem_, parts(&Region::reduced));
    const double passes = parameters_.regather ? 1 : 2;
    cost.critical_path.push_back(
        local_stage("evaluate", {.selected_from = passes * reduced_entries_}));
  }

  void add_balance_and_gather(Cost& cost) const {
    cost.critical_path.push_back(local_stage("keep", {.selected_from = most_reduced_}));
    if (problem_.ranks == 1) return;
    add_count_gather(cost, problem_.ranks);
    std::vector<double> sizes;
    for (const Region& region : regions_) {
      sizes.insert(sizes.end(), static_cast<std::size_t>(region.at.multiplicity),
                   region.kept.entries);
    }
    const bool balances = parameters_.balance == BalanceRule::always ||
                          (parameters_.balance == BalanceRule::trigger &&
                           out_of_balance(sizes, parameters_.balance_factor));
    if (!balances) return add_parts_allgather(cost, problem_, parts(&Region::kept));
    add_balance(cost, sizes);
    add_slices_allgather(cost, std::accumulate(sizes.begin(), sizes.end(), 0.0));
  }

  void add_slices_allgather(Cost& cost, double entries) const {
    std::vector<Packing> blocks;
    for (std::uint64_t slice = 0; slice < problem_.ranks; ++slice) {
      const double size = slice_begin(entries, slice + 1, problem_.ranks) -
                          slice_begin(entries, slice, problem_.ranks);
      blocks.push_back(rules_.packing({.entries = size}, problem_.whole()));
    }
    add_allgather(cost, blocks);
    cost.critical_path.back().work.copied_bytes +=
        rules_.payload_bytes({.entries = entries}, problem_.whole());
  }

  void add_balance(Cost& cost, const std::vector<double>& sizes) const {
    struct Port {
      double messages = 0;
      double bytes = 0;
    };
    std::vector<Port> out(sizes.size());
    std::vector<Port> in(sizes.size());
    std::vector<double> copies(sizes.size(), 0.0);
    for (const SlicePiece& piece : slice_pieces(sizes)) {
      const auto from = static_cast<std::size_t>(piece.from);
      const auto to = static_cast<std::size_t>(piece.to);
      const Held held{.entries = piece.size()};
      const double payload = rules_.payload_bytes(held, problem_.whole());
      copies[from] += payload;
      copies[to] += payload;
      if (from == to) continue;
      const Packing packing = rules_.packing(held, problem_.whole());
      copies[from] += packing.pack_copies;
      copies[to] += packing.unpack_copies;
      for (Port* port : {&out[from], &in[to]}) {
        port->messages += 1;
        port->bytes += packing.bytes;
      }
      cost.count(1, packing.bytes);
    }
    Port busiest;
    for (const std::vector<Port>* side : {&out, &in}) {
      for (const Port& port : *side)
        if (port.bytes > busiest.bytes) busiest = port;
    }
    cost.critical_path.push_back(
        {.name = "balance",
         .messages = busiest.messages,
         .bytes_per_message = busiest.messages > 0 ? busiest.bytes / busiest.messages : 0,
         .work = {.copied_bytes = *std::ranges::max_element(copies)}});
  }

  const OktopkParameters& parameters_;
  double most_held_;         ///< by one rank
  double k_;                 ///< of the result of an evaluating call
  double most_kept_;         ///< entries of the result
  SelectedFillIn selected_;  ///< the supports that ranks send
  Problem problem_;          ///< with these supports
  StreamRules rules_;
  bool ranks_alike_;
  std::vector<Region> regions_;
  double reduced_entries_ = 0;  ///< sum over all regions
  double most_reduced_ = 0;     ///< in one region
};

}  // namespace

OktopkCalls oktopk_calls(const Problem& problem, const OktopkParameters& parameters) {
  const OktopkModel evaluating_model(problem, parameters);
  const OktopkModel reusing_model(
      problem, parameters,
      problem.values == nullptr ? OktopkPassing{} : oktopk_passing(*problem.values, parameters));
  OktopkCalls calls{evaluating_model.call(true, true),
                    evaluating_model.call(true, false),
                    reusing_model.call(false, true),
                    reusing_model.call(false, false),
                    {}};
  const auto period = static_cast<double>(parameters.period());
  const double repartitioning = 1 / static_cast<double>(parameters.tau);
  const bool always = evaluating_model.always_evaluates();
  const double evaluating = always ? 1 : 1 / static_cast<double>(parameters.tau_prime);
  const double both = always ? repartitioning : 1 / period;
  add_share(calls.mean, calls.first, both);
  add_share(calls.mean, calls.evaluating, evaluating - both);
  add_share(calls.mean, calls.repartitioning, repartitioning - both);
  add_share(calls.mean, calls.ordinary, 1 - evaluating - repartitioning + both);
  return calls;
}

Cost oktopk(const Problem& problem, const OktopkParameters& parameters) {
  return oktopk_calls(problem, parameters).mean;
}

}  // namespace sparlab::model
