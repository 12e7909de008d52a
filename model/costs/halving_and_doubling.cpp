#include <algorithm>
#include <utility>
#include <vector>

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {

Partners neighbour_pairs(std::uint64_t pairs) {
  return {.kind = Partners::Kind::tree, .ranks = 2 * pairs, .distance = 1};
}

namespace {

class RecursiveDoubling {
 public:
  explicit RecursiveDoubling(const Problem& problem)
      : problem_(problem), rules_(problem), survivors_(problem.ranks) {}

  Cost cost() {
    fold();
    for (std::uint64_t distance = 1; distance < survivors_.count; distance *= 2) round(distance);
    unfold();
    cost_.dense_result = groups_.front().dense;
    add_folding_delay(cost_, problem_);
    return std::move(cost_);
  }

 private:
  Held input(std::uint64_t rank) const { return rules_.input(rank, problem_.whole()); }
  Packing packing(const Held& held) const { return rules_.packing(held, problem_.whole()); }

  void fold() {
    Stage slowest{.name = "fold",
                  .messages = 1,
                  .bytes_per_message = -1,
                  .pattern = Pattern::tree,
                  .partners = neighbour_pairs(survivors_.surplus)};
    for (std::uint64_t survivor = 0; survivor < survivors_.count; ++survivor) {
      const std::uint64_t rank = survivors_.first_rank(survivor);
      if (survivor >= survivors_.surplus) {
        groups_.push_back(input(rank));
        continue;
      }
      const Held sent = input(rank);
      const Packing packed = packing(sent);
      LocalWork work{.copied_bytes = packed.copies()};
      groups_.push_back(rules_.merge(sent, input(rank + 1), {rank, 2}, problem_.whole(), work));
      cost_.count(1, packed.bytes);
      slowest.raise(packed.bytes, work);
    }
    if (survivors_.surplus > 0) cost_.critical_path.push_back(slowest);
  }

  void round(std::uint64_t distance) {
    std::vector<Held> merged;
    Stage slowest{
        .name = "recursive_doubling",
        .messages = 1,
        .bytes_per_message = -1,
        .partners = {
            .kind = Partners::Kind::exchange, .ranks = problem_.ranks, .distance = distance}};
    double opposite_bytes = 0;
    for (std::uint64_t i = 0; 2 * i < groups_.size(); ++i) {
      const Held left = groups_[2 * i];
      const Held right = groups_[2 * i + 1];
      const Packing packed_left = packing(left);
      const Packing packed_right = packing(right);
      // Both partners wait for the larger message and its conversion.
      const Packing& larger = packed_left.bytes < packed_right.bytes ? packed_right : packed_left;
      LocalWork work{.copied_bytes = larger.copies()};
      merged.push_back(rules_.merge(left, right, survivors_.group(2 * i * distance, 2 * distance),
                                    problem_.whole(), work));
      cost_.total_messages += 2 * static_cast<double>(distance);
      cost_.total_bytes += static_cast<double>(distance) * (packed_left.bytes + packed_right.bytes);
      if (slowest.raise(larger.bytes, work))
        opposite_bytes = std::min(packed_left.bytes, packed_right.bytes);
    }
    groups_ = std::move(merged);
    add_uneven_stage(cost_, problem_.machine, slowest, opposite_bytes);
  }

  void unfold() {
    if (survivors_.surplus == 0) return;
    const Packing result = packing(groups_.front());
    cost_.count(static_cast<double>(survivors_.surplus), result.bytes);
    cost_.critical_path.push_back({.name = "unfold",
                                   .messages = 1,
                                   .bytes_per_message = result.bytes,
                                   .work = {.copied_bytes = result.copies()},
                                   .pattern = Pattern::tree,
                                   .partners = neighbour_pairs(survivors_.surplus)});
  }

  const Problem& problem_;
  StreamRules rules_;
  Survivors survivors_;
  std::vector<Held> groups_;  // stream of each group of survivors, in order of the first survivor
  Cost cost_;
};

}  // namespace

Cost ssar_recursive_double(const Problem& problem) {
  if (problem.collective != Collective::broadcast) return RecursiveDoubling(problem).cost();
  Cost cost;
  add_whole_broadcast(cost, problem);
  return cost;
}

}  // namespace sparlab::model
