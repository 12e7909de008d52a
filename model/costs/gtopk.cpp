#include <bit>
#include <optional>
#include <vector>

#include "model/costs/broadcast_cost.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/top_k_costs.hpp"

namespace sparlab::model {
namespace {

class TreeReduction {
 public:
  TreeReduction(const Problem& problem, std::uint64_t k)
      : problem_(problem), rules_(problem), selections_(problem), k_(k) {
    if (problem.fill_in->symmetry() != Symmetry::none) {
      nodes_.push_back({selections_.input(0, problem.whole()), problem.ranks});
      return;
    }
    for (std::uint64_t rank = 0; rank < problem.ranks; ++rank) {
      nodes_.push_back({selections_.input(rank, problem.whole()), 1});
    }
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
    slowest_ = {.name = "tree_reduce", .messages = 1, .bytes_per_message = -1, .work = {}};
    std::vector<Nodes> merged;
    std::optional<Selection> left;
    for (const Nodes& nodes : nodes_) {
      std::uint64_t remaining = nodes.multiplicity;
      if (left) {
        merged.push_back(pair(cost, *left, nodes.selection, 1));
        left.reset();
        --remaining;
      }
      if (remaining > 1) {
        merged.push_back(pair(cost, nodes.selection, nodes.selection, remaining / 2));
      }
      if (remaining % 2 != 0) left = nodes.selection;
    }
    if (left) merged.push_back({*left, 1});
    nodes_ = std::move(merged);
    cost.critical_path.push_back(slowest_);
  }

  Nodes pair(Cost& cost, const Selection& left, const Selection& right, std::uint64_t pairs) {
    const Packing sent = rules_.packing(right.held, problem_.whole());
    LocalWork work{.copied_bytes = sent.pack_copies + sent.unpack_copies};
    const Selection both = selections_.merge(left, right, problem_.whole(), work);
    const Nodes merged{selections_.at_most(both, k_, work), pairs};
    cost.total_messages += static_cast<double>(pairs);
    cost.total_bytes += static_cast<double>(pairs) * sent.bytes;
    if (sent.bytes > slowest_.bytes_per_message) {
      slowest_.bytes_per_message = sent.bytes;
      slowest_.work = work;
    }
    return merged;
  }

  const Problem& problem_;
  StreamRules rules_;
  SelectionRules selections_;
  std::uint64_t k_;
  std::vector<Nodes> nodes_;
  Stage slowest_;
};

}  // namespace

Cost gtopk(const Problem& problem, const GtopkParameters& parameters) {
  Cost cost;
  const std::uint64_t k = add_agreed_k(cost, problem, parameters.k);
  const SelectedProblem selected(problem, k);
  selected.add_selection(cost);
  const Held result = TreeReduction(selected.problem(), k).add_to(cost);
  if (parameters.broadcast == Broadcast::binomial) {
    add_binomial_broadcast(cost, problem, result);
  } else {
    add_broadcast_in_parts(cost, selected.problem(), result);
  }
  return cost;
}

}  // namespace sparlab::model
