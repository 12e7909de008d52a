#include <bit>
#include <optional>
#include <vector>

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// Adds the reduction of every part as coo, regardless of its size; the slowest part is on the
/// path.
std::vector<ReducedPart> add_sparse_reduction(Cost& cost, Problem problem) {
  problem.dense_switch = false;
  const StreamRules rules(problem);
  std::vector<ReducedPart> parts;
  Stage slowest{.name = "reduce"};
  for (const RepresentativePart& part : representative_parts(problem)) {
    LocalWork work;
    parts.push_back({part, rules.merge_all_inputs(part.range, false, work)});
    if (work.merged_entries > slowest.work.merged_entries) slowest.work = work;
  }
  cost.critical_path.push_back(slowest);
  return parts;
}

/// Adds the agreement on the number of entries, and makes all parts dense if they are many enough.
void add_agreed_format(Cost& cost, const Problem& problem, const TopkDsaParameters& parameters,
                       std::vector<ReducedPart>& parts) {
  add_agreement(cost, problem.ranks);
  double entries = 0;
  for (const ReducedPart& part : parts) entries += part.at.multiplicity * part.held.entries;
  if (!parameters.goes_dense(entries, problem.elements(), problem.wire, problem.formats)) return;
  Stage slowest{.name = "densify"};
  for (ReducedPart& part : parts) {
    const auto size = static_cast<double>(part.at.range.size());
    if (part.held.entries >= slowest.work.scattered_entries) {
      slowest.work.scattered_entries = part.held.entries;
      slowest.work.copied_bytes = size * problem.wire.value_bytes;
    }
    part.held = {size, true};
  }
  cost.critical_path.push_back(slowest);
}

class TreeReduction {
 public:
  TreeReduction(const Problem& problem, std::uint64_t k)
      : problem_(problem), rules_(problem), selections_(problem), k_(k) {
    if (problem.fill_in->symmetry() != Symmetry::none) {
      nodes_.push_back({selections_.input(0, problem.whole()), problem.ranks});
      return;
    }
    for (std::uint64_t rank = 0; rank < problem.ranks; ++rank)
      nodes_.push_back({selections_.input(rank, problem.whole()), 1});
  }

  /// Adds all rounds; returns the root's stream.
  Held add_to(Cost& cost) {
    while (nodes_.size() > 1 || nodes_.front().multiplicity > 1) add_round(cost);
    return nodes_.front().selection.held;
  }

 private:
  /// `multiplicity` consecutive nodes that hold equal selections.
  struct Nodes {
    Selection selection;
    std::uint64_t multiplicity;
  };

  /// Merges pairs of neighbours; a last node without a neighbour waits.
  void add_round(Cost& cost) {
    slowest_ = {
        .name = "tree_reduce",
        .messages = 1,
        .bytes_per_message = -1,
        .pattern = Pattern::tree,
        .partners = {.kind = Partners::Kind::tree, .ranks = problem_.ranks, .distance = distance_}};
    distance_ *= 2;
    std::vector<Nodes> merged;
    std::optional<Selection> left;
    for (const Nodes& nodes : nodes_) {
      std::uint64_t remaining = nodes.multiplicity;
      if (left) {
        merged.push_back(pair(cost, *left, nodes.selection, 1));
        left.reset();
        --remaining;
      }
      if (remaining > 1)
        merged.push_back(pair(cost, nodes.selection, nodes.selection, remaining / 2));
      if (remaining % 2 != 0) left = nodes.selection;
    }
    if (left) merged.push_back({*left, 1});
    nodes_ = std::move(merged);
    cost.critical_path.push_back(slowest_);
  }

  Nodes pair(Cost& cost, const Selection& left, const Selection& right, std::uint64_t pairs) {
    const Packing sent = rules_.packing(right.held, problem_.whole());
    LocalWork work{.copied_bytes = sent.copies()};
    const Selection both = selections_.merge(left, right, problem_.whole(), work);
    const Nodes merged{selections_.at_most(both, k_, work), pairs};
    cost.count(static_cast<double>(pairs), sent.bytes);
    slowest_.raise(sent.bytes, work);
    return merged;
  }

  const Problem& problem_;
  StreamRules rules_;
  SelectionRules selections_;
  std::uint64_t k_;
  std::vector<Nodes> nodes_;
  std::uint64_t distance_ = 1;  ///< of the nodes that the next round merges
  Stage slowest_;
};

/// P-1 stages. In each, the owner of a part merges the share of the rank before those already
/// merged.
class PairwiseReduceScatter {
 public:
  PairwiseReduceScatter(const Problem& problem, bool reselect, std::uint64_t part_k)
      : problem_(problem),
        rules_(problem),
        selections_(problem),
        reselect_(reselect),
        part_k_(part_k) {
    for (const RepresentativePart& at : representative_parts(problem))
      parts_.push_back({at, selections_.input(at.part, at.range)});
  }

  std::vector<ReducedPart> add_to(Cost& cost) {
    for (std::uint64_t step = 1; step < problem_.ranks; ++step) add_stage(cost, step);
    if (problem_.ranks > 1) {
      auto& first = cost.critical_path[cost.critical_path.size() - (problem_.ranks - 1)];
      first.work.copied_bytes += split_copy_bytes(problem_);
    }
    std::vector<ReducedPart> reduced;
    for (const Part& part : parts_) reduced.push_back({part.at, part.own.held});
    return reduced;
  }

 private:
  struct Part {
    RepresentativePart at;
    Selection own;
  };

  void add_stage(Cost& cost, std::uint64_t step) {
    Stage slowest{
        .name = "reduce_scatter",
        .messages = 1,
        .bytes_per_message = -1,
        .pattern = Pattern::ring,
        .partners = {.kind = Partners::Kind::shift, .ranks = problem_.ranks, .distance = step}};
    for (Part& part : parts_) {
      const std::uint64_t sender = (part.at.part + problem_.ranks - step) % problem_.ranks;
      const Selection received = selections_.input(sender, part.at.range);
      const Packing message = rules_.packing(received.held, part.at.range);
      LocalWork work{.copied_bytes = message.copies()};
      part.own = merged(received, part.own, part.at.range, work);
      cost.count(part.at.multiplicity, message.bytes);
      slowest.raise(message.bytes, work);
    }
    cost.critical_path.push_back(slowest);
  }

  Selection merged(const Selection& received, const Selection& own, Range range,
                   LocalWork& work) const {
    if (reselect_)
      return selections_.at_most(selections_.merge(received, own, range, work), part_k_, work);
    const Ranks ranks{received.ranks.first, own.ranks.count + 1};
    return {rules_.merge(received.held, own.held, ranks, range, work), ranks};
  }

  const Problem& problem_;
  StreamRules rules_;
  SelectionRules selections_;
  bool reselect_;
  std::uint64_t part_k_;
  std::vector<Part> parts_;
};

}  // namespace

Cost topk_allgather(const Problem& problem, const TopkAllgatherParameters& parameters) {
  const SelectedProblem selected(problem, parameters.k);
  Cost cost;
  selected.add_selection(cost);
  const double sampled = parameters.sampled(largest_input(problem));
  if (sampled > 0) cost.critical_path.push_back(local_stage("select", {.selected_from = sampled}));
  cost.append(sparse_allgather(selected.problem()));
  return cost;
}

Cost gaussiank(const Problem& problem, const GaussiankParameters& parameters) {
  const SelectedProblem selected(problem, parameters.k);
  Cost cost;
  if (parameters.k != 0) add_reading_selection(cost, problem);
  cost.append(sparse_allgather(selected.problem()));
  return cost;
}

Cost topk_dsa(const Problem& problem, const TopkDsaParameters& parameters) {
  const SelectedProblem selection(problem, parameters.k);
  const Problem& selected = selection.problem();
  Cost cost;
  selection.add_selection(cost);
  add_split(cost, selected);
  std::vector<ReducedPart> parts = add_sparse_reduction(cost, selected);
  if (problem.dense_switch && problem.formats.contains(Format::dense))
    add_agreed_format(cost, selected, parameters, parts);
  add_parts_allgather(cost, selected, parts);
  return cost;
}

Cost gtopk(const Problem& problem, const GtopkParameters& parameters) {
  Cost cost;
  const std::uint64_t k = add_agreed_k(cost, problem, parameters.k);
  const SelectedProblem selected(problem, k);
  selected.add_selection(cost);
  const Held result = TreeReduction(selected.problem(), k).add_to(cost);
  if (parameters.broadcast == Broadcast::binomial)
    add_binomial_broadcast(cost, problem, result);
  else
    add_broadcast_in_parts(cost, selected.problem(), result);
  return cost;
}

Cost dryden(const Problem& problem, const DrydenParameters& parameters) {
  Cost cost;
  const std::uint64_t k =
      parameters.reselect ? add_agreed_k(cost, problem, parameters.k) : parameters.k;
  const SelectedProblem selected(problem, k);
  selected.add_selection(cost);
  PairwiseReduceScatter stages(selected.problem(), parameters.reselect, part_k(k, problem.ranks));
  add_parts_ring(cost, selected.problem(), stages.add_to(cost));
  return cost;
}

}  // namespace sparlab::model
