#include <cstdint>
#include <vector>

#include "model/costs/algorithm_costs.hpp"

namespace sparlab::model {
namespace {

/// The ranks below one switch, as if there were no other.
class OneSwitch {
 public:
  OneSwitch(const Problem& problem, const InNetworkParameters& parameters)
      : problem_(problem), parameters_(parameters), rules_(problem) {}

  Cost cost() {
    Cost cost;
    if (parameters_.is_dense()) cost.critical_path.push_back(densification(problem_));
    cost.dense_result = parameters_.is_dense();
    if (problem_.ranks == 1) return cost;
    const std::uint64_t count = parameters_.segments(problem_.fill_in->universe());
    if (problem_.fill_in->symmetry() == Symmetry::ranks_and_ranges && count > 2) {
      add(0, static_cast<double>(count - 1), cost);
      add(count - 1, 1, cost);
    } else {
      for (std::uint64_t i = 0; i < count; ++i) add(i, 1, cost);
    }
    const auto segments = static_cast<double>(count);
    cost.critical_path.push_back({.name = "up",
                                  .messages = 1,
                                  .bytes_per_message = up_bytes_ / segments,
                                  .pattern = Pattern::one_way});
    cost.critical_path.push_back({.name = "down",
                                  .messages = segments,
                                  .bytes_per_message = down_bytes_ / segments,
                                  .hidden = work_,
                                  .pattern = Pattern::exchange});
    return cost;
  }

 private:
  Held input(std::uint64_t rank, Range range) const {
    if (parameters_.is_dense()) return {static_cast<double>(range.size()), true};
    return rules_.input(rank, range);
  }

  /// `times` segments like this one.
  void add(std::uint64_t number, double times, Cost& cost) {
    const Range range = parameters_.segment_at(problem_.whole(), number);
    const bool alike = problem_.fill_in->symmetry() != Symmetry::none;
    const std::uint64_t distinct_ranks = alike ? 1 : problem_.ranks;
    const double ranks_each = alike ? static_cast<double>(problem_.ranks) : 1;
    double largest = 0;
    LocalWork work;
    for (std::uint64_t rank = 0; rank < distinct_ranks; ++rank) {
      const Packing sent = rules_.packing(input(rank, range), range);
      cost.count(times * ranks_each, sent.bytes);
      if (sent.bytes <= largest) continue;
      largest = sent.bytes;
      work = {.copied_bytes = sent.pack_copies};
    }
    up_bytes_ += times * largest;

    const std::vector<Held> sums = sums_of(range);
    for (const Held& sum : sums) {
      const Packing packing = rules_.packing(sum, range);
      down_bytes_ += times * packing.bytes;
      work.copied_bytes += packing.unpack_copies;
      cost.dense_result = cost.dense_result || sum.dense;
    }
    rules_.merge_all(sums, range, work);
    work_ += times * work;
  }

  /// The streams that the switch sends down: one, unless its table was full.
  std::vector<Held> sums_of(Range range) const {
    LocalWork of_switch;
    std::vector<Held> sums;
    std::uint64_t first = 0;  // of the ranks that the last sum has
    for (std::uint64_t rank = 0; rank < problem_.ranks; ++rank) {
      const Held next = input(rank, range);
      const bool fits =
          !sums.empty() && (parameters_.table == 0 || sums.back().entries + next.entries <=
                                                          static_cast<double>(parameters_.table));
      if (fits) {
        sums.back() = rules_.merge(sums.back(), next, {first, rank + 1 - first}, range, of_switch);
      } else {
        first = rank;
        sums.push_back(next);
      }
    }
    return sums;
  }

  const Problem& problem_;
  const InNetworkParameters& parameters_;
  StreamRules rules_;
  double up_bytes_ = 0;    ///< that the rank with the largest segments sends
  double down_bytes_ = 0;  ///< that each rank receives
  LocalWork work_;
};

}  // namespace

Cost in_network(const Problem& problem, const InNetworkParameters& parameters) {
  return OneSwitch(problem, parameters).cost();
}

}  // namespace sparlab::model
