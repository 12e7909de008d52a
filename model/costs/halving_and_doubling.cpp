#include <bit>
#include <utility>
#include <vector>

#include "model/base/range.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {

Partners neighbour_pairs(std::uint64_t pairs) {
  return {.kind = Partners::Kind::tree, .ranks = 2 * pairs, .distance = 1};
}

namespace {

class RecursiveDoubling {
 public:
  RecursiveDoubling(const Problem& problem, bool dense)
      : problem_(problem), rules_(problem), survivors_(problem.ranks), dense_(dense) {}

  Cost cost() {
    fold();
    for (std::uint64_t distance = 1; distance < survivors_.count; distance *= 2) round(distance);
    unfold();
    cost_.dense_result = groups_.front().dense;
    return std::move(cost_);
  }

 private:
  Held input(std::uint64_t rank) const {
    return dense_ ? Held{problem_.elements(), true} : rules_.input(rank, problem_.whole());
  }
  Packing packing(const Held& held) const { return rules_.packing(held, problem_.whole()); }

  void add_stage(const char* name, double slowest_bytes, const LocalWork& work,
                 const Partners& partners) {
    cost_.critical_path.push_back({.name = name,
                                   .messages = 1,
                                   .bytes_per_message = slowest_bytes,
                                   .work = work,
                                   .partners = partners});
  }

  void fold() {
    Stage slowest{.name = "fold",
                  .messages = 1,
                  .bytes_per_message = -1,
                  .work = {},
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
      LocalWork work{.copied_bytes = packed.pack_copies + packed.unpack_copies};
      groups_.push_back(rules_.merge(sent, input(rank + 1), {rank, 2}, problem_.whole(), work));
      cost_.total_messages += 1;
      cost_.total_bytes += packed.bytes;
      if (packed.bytes > slowest.bytes_per_message) {
        slowest.bytes_per_message = packed.bytes;
        slowest.work = work;
      }
    }
    if (survivors_.surplus > 0) cost_.critical_path.push_back(slowest);
  }

  void round(std::uint64_t distance) {
    std::vector<Held> merged;
    double slowest_bytes = -1;
    LocalWork slowest_work;
    for (std::uint64_t i = 0; 2 * i < groups_.size(); ++i) {
      const Held left = groups_[2 * i];
      const Held right = groups_[2 * i + 1];
      const Packing packed_left = packing(left);
      const Packing packed_right = packing(right);
      // Both partners wait for the larger message and its conversion.
      const Packing& larger = packed_left.bytes < packed_right.bytes ? packed_right : packed_left;
      LocalWork work{.copied_bytes = larger.pack_copies + larger.unpack_copies};
      merged.push_back(rules_.merge(left, right, survivors_.group(2 * i * distance, 2 * distance),
                                    problem_.whole(), work));
      cost_.total_messages += 2 * static_cast<double>(distance);
      cost_.total_bytes += static_cast<double>(distance) * (packed_left.bytes + packed_right.bytes);
      if (larger.bytes > slowest_bytes) {
        slowest_bytes = larger.bytes;
        slowest_work = work;
      }
    }
    groups_ = std::move(merged);
    add_stage("recursive_doubling", slowest_bytes, slowest_work,
              {.kind = Partners::Kind::exchange, .ranks = problem_.ranks, .distance = distance});
  }

  void unfold() {
    if (survivors_.surplus == 0) return;
    const Packing result = packing(groups_.front());
    cost_.total_messages += static_cast<double>(survivors_.surplus);
    cost_.total_bytes += static_cast<double>(survivors_.surplus) * result.bytes;
    add_stage("unfold", result.bytes, {.copied_bytes = result.pack_copies + result.unpack_copies},
              neighbour_pairs(survivors_.surplus));
  }

  const Problem& problem_;
  StreamRules rules_;
  Survivors survivors_;
  bool dense_;
  std::vector<Held> groups_;  // stream of each group of survivors, in order of the first survivor
  Cost cost_;
};

/// Values of parts [0, count) of `survivors`: no group of `count` parts has more.
double largest_group(const Problem& problem, std::uint64_t count, std::uint64_t survivors) {
  return static_cast<double>(cut(problem.whole(), count, survivors));
}

void add_recursive_halving(Cost& cost, const Problem& problem, std::uint64_t survivors) {
  const WireFormat& wire = problem.wire;
  for (std::uint64_t distance = survivors / 2; distance > 0; distance /= 2) {
    const double held = largest_group(problem, 2 * distance, survivors);
    const double kept = largest_group(problem, distance, survivors);
    cost.critical_path.push_back(
        {.name = "recursive_halving",
         .messages = 1,
         .bytes_per_message = wire.dense_bytes(kept),
         .work = {.summed_elements = kept, .copied_bytes = held * wire.value_bytes},
         .partners = {
             .kind = Partners::Kind::exchange, .ranks = problem.ranks, .distance = distance}});
    cost.total_messages += static_cast<double>(survivors);
    cost.total_bytes += static_cast<double>(survivors) * wire.header_bytes +
                        static_cast<double>(distance) * problem.elements() * wire.value_bytes;
  }
}

}  // namespace

Cost dense_recursive_doubling(const Problem& problem, const DenseParameters& parameters) {
  if (parameters.code != DenseCode::own)
    return in_place_allreduce(problem, DenseSchedule::recursive_doubling, parameters.code);
  return RecursiveDoubling(problem, true).cost();
}

Cost ssar_recursive_double(const Problem& problem) {
  return RecursiveDoubling(problem, false).cost();
}

Cost dense_rabenseifner(const Problem& problem, const DenseParameters& parameters) {
  if (parameters.code != DenseCode::own)
    return in_place_allreduce(problem, DenseSchedule::rabenseifner, parameters.code);
  const std::uint64_t survivors = std::bit_floor(problem.ranks);
  const auto surplus = static_cast<double>(problem.ranks - survivors);
  const double whole_bytes = problem.wire.dense_bytes(problem.elements());
  const double values_bytes = problem.elements() * problem.wire.value_bytes;
  Cost cost;
  cost.dense_result = true;
  if (surplus > 0) {
    cost.critical_path.push_back({.name = "fold",
                                  .messages = 1,
                                  .bytes_per_message = whole_bytes,
                                  .work = {.summed_elements = problem.elements()},
                                  .pattern = Pattern::tree,
                                  .partners = neighbour_pairs(problem.ranks - survivors)});
  }
  add_recursive_halving(cost, problem, survivors);

  std::vector<double> blocks;
  for (std::uint64_t part = 0; part < survivors; ++part) {
    const auto size = static_cast<double>(part_of(problem.whole(), part, survivors).size());
    blocks.push_back(problem.wire.dense_bytes(size));
  }
  const std::size_t before = cost.critical_path.size();
  add_allgather(cost, blocks);
  for (std::size_t i = before; i < cost.critical_path.size(); ++i)
    cost.critical_path[i].partners.ranks = problem.ranks;  // of which these are the survivors
  if (survivors > 1) cost.critical_path.back().work.copied_bytes += values_bytes;  // concatenation

  if (surplus > 0) {
    cost.critical_path.push_back({.name = "unfold",
                                  .messages = 1,
                                  .bytes_per_message = whole_bytes,
                                  .work = {},
                                  .pattern = Pattern::tree,
                                  .partners = neighbour_pairs(problem.ranks - survivors)});
    cost.total_messages += 2 * surplus;
    cost.total_bytes += 2 * surplus * whole_bytes;
  }
  return cost;
}

}  // namespace sparlab::model
