#include <vector>

#include "model/costs/parts_gather_cost.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/split_cost.hpp"
#include "model/costs/top_k_costs.hpp"

namespace sparlab::model {
namespace {

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
    for (const RepresentativePart& at : representative_parts(problem)) {
      parts_.push_back({at, selections_.input(at.part, at.range)});
    }
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
    Stage slowest{.name = "reduce_scatter", .messages = 1, .bytes_per_message = -1, .work = {}};
    for (Part& part : parts_) {
      const std::uint64_t sender = (part.at.part + problem_.ranks - step) % problem_.ranks;
      const Selection received = selections_.input(sender, part.at.range);
      const Packing message = rules_.packing(received.held, part.at.range);
      LocalWork work{.copied_bytes = message.pack_copies + message.unpack_copies};
      part.own = merged(received, part.own, part.at.range, work);
      cost.total_messages += part.at.multiplicity;
      cost.total_bytes += part.at.multiplicity * message.bytes;
      if (message.bytes > slowest.bytes_per_message) {
        slowest.bytes_per_message = message.bytes;
        slowest.work = work;
      }
    }
    cost.critical_path.push_back(slowest);
  }

  Selection merged(const Selection& received, const Selection& own, Range range,
                   LocalWork& work) const {
    if (reselect_) {
      return selections_.at_most(selections_.merge(received, own, range, work), part_k_, work);
    }
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

Cost dryden(const Problem& problem, const DrydenParameters& parameters) {
  Cost cost;
  const std::uint64_t k =
      parameters.reselect ? add_agreed_k(cost, problem, parameters.k) : parameters.k;
  const SelectedProblem selected(problem, k);
  selected.add_selection(cost);
  PairwiseReduceScatter stages(selected.problem(), parameters.reselect,
                               DrydenParameters::part_k(k, problem.ranks));
  add_parts_ring(cost, selected.problem(), stages.add_to(cost));
  return cost;
}

}  // namespace sparlab::model
