#include <bit>
#include <cstdint>
#include <vector>

#include "model/base/range.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// A dense allreduce in place (algos/collectives/dense.cpp): its messages have values alone.
class InPlace {
 public:
  InPlace(const Problem& problem, DenseCode code)
      : problem_(problem), code_(code), survivors_(problem.ranks) {}
  InPlace(const Problem& problem, const Survivors& survivors)
      : problem_(problem), code_(DenseCode::own), survivors_(survivors) {}

  Cost cost(DenseSchedule schedule) {
    if (schedule == DenseSchedule::ring)
      ring();
    else if (schedule == DenseSchedule::rabenseifner)
      halving(Partners::Kind::exchange);
    else
      recursive_doubling();
    if (schedule != DenseSchedule::ring) add_folding_delay(cost_, problem_);
    add_copies(copied_vectors(code_, schedule));
    cost_.dense_result = true;
    return cost_;
  }

  Cost bine() {
    halving(Partners::Kind::bine);
    add_folding_delay(cost_, problem_);
    cost_.dense_result = true;
    return cost_;
  }

  /// The messages of a round are those of its turns, one after the other.
  Cost multiplying(const std::vector<std::uint64_t>& groups) {
    fold();
    std::uint64_t distance = 1;
    for (const std::uint64_t ranks : groups) {
      for (std::uint64_t turn = 1; turn < ranks; ++turn)
        add("recursive_multiplying", {whole_},
            {static_cast<double>(survivors_.count), static_cast<double>(survivors_.count) * whole_},
            partners_in_group(ranks, distance, turn),
            ranks == 2 ? Pattern::exchange : Pattern::all_to_all);
      const auto sums = static_cast<double>(ranks - 1);
      cost_.critical_path.back().work.summed_elements = Amount(sums * whole_, sums);
      distance *= ranks;
    }
    unfold();
    if (survivors_.surplus > 0) add_folding_delay(cost_, problem_);
    cost_.dense_result = true;
    return cost_;
  }

 private:
  /// The elements that the slowest rank sends and adds in a step.
  struct Elements {
    double sent;
    double summed = 0;
  };
  /// What all ranks send in it.
  struct Total {
    double messages;
    double elements;
  };

  void add(const char* name, Elements slowest, Total total, const Partners& partners,
           Pattern pattern) {
    const double value_bytes = problem_.wire.value_bytes;
    cost_.critical_path.push_back({.name = name,
                                   .messages = 1,
                                   .bytes_per_message = slowest.sent * value_bytes,
                                   .work = {.summed_elements = slowest.summed},
                                   .pattern = pattern,
                                   .partners = partners});
    cost_.total_messages += total.messages;
    cost_.total_bytes += total.elements * value_bytes;
  }

  void exchange(const char* name, Elements slowest, double all_elements, std::uint64_t distance,
                Partners::Kind pairs = Partners::Kind::exchange) {
    add(name, slowest, {static_cast<double>(survivors_.count), all_elements},
        {.kind = pairs, .ranks = problem_.ranks, .distance = distance}, Pattern::exchange);
  }

  void recursive_doubling() {
    fold();
    for (std::uint64_t distance = 1; distance < survivors_.count; distance *= 2)
      exchange("recursive_doubling", {whole_, whole_},
               static_cast<double>(survivors_.count) * whole_, distance);
    unfold();
  }

  /// Of other than powers of two, those of the first and the last round are described. The messages
  /// of rounds between them count as leaving the hosts.
  Partners partners_in_group(std::uint64_t ranks, std::uint64_t distance,
                             std::uint64_t turn) const {
    if (std::has_single_bit(survivors_.count))
      return {
          .kind = Partners::Kind::exchange, .ranks = problem_.ranks, .distance = turn * distance};
    if (ranks * distance == survivors_.count)
      return {.kind = Partners::Kind::shift, .ranks = problem_.ranks, .distance = turn * distance};
    if (distance == 1) return {.kind = Partners::Kind::all, .ranks = ranks};
    return {};
  }

  /// `pairs` is how partners at distance 1, 2, 4, ... are found.
  void halving(Partners::Kind pairs) {
    if (is_open_mpi(code_))
      fold_halves();
    else
      fold();
    for (std::uint64_t distance = 1; distance < survivors_.count; distance *= 2) {
      const double half = largest_half(distance);
      exchange("recursive_halving", {half, half}, halves_of_all(distance), distance, pairs);
    }
    for (std::uint64_t distance = survivors_.count / 2; distance > 0; distance /= 2)
      exchange("allgather", {largest_half(distance)}, halves_of_all(distance), distance, pairs);
    unfold();
  }

  /// Partners at this distance hold a window, of which each keeps one half. Open MPI cuts a window
  /// in the middle; for the others it consists of whole blocks, larger blocks first.
  double largest_half(std::uint64_t distance) const {
    const std::uint64_t halves = 2 * distance;
    if (is_open_mpi(code_))
      return static_cast<double>(block_count(problem_.whole().size(), halves));
    return static_cast<double>(cut(problem_.whole(), survivors_.count / halves, survivors_.count));
  }
  double halves_of_all(std::uint64_t distance) const {
    return static_cast<double>(survivors_.count / (2 * distance)) * whole_;
  }

  void ring() {
    const auto ranks = static_cast<double>(problem_.ranks);
    const auto block = static_cast<double>(block_count(problem_.whole().size(), problem_.ranks));
    const Partners next = {.kind = Partners::Kind::shift, .ranks = problem_.ranks, .distance = 1};
    const std::uint64_t steps = problem_.ranks - 1;
    for (std::uint64_t step = 0; step < steps && scatters(problem_.collective); ++step)
      add("reduce_scatter", {block, block}, {ranks, whole_}, next, Pattern::ring);
    for (std::uint64_t step = 0; step < steps && gathers(problem_.collective); ++step)
      add("allgather", {block}, {ranks, whole_}, next, Pattern::ring);
    // One phase alone copies the shard out of the vector or into it.
    if (problem_.collective != Collective::allreduce && steps > 0)
      cost_.critical_path.back().work.copied_bytes += block * problem_.wire.value_bytes;
  }

  void fold() {
    if (survivors_.surplus > 0)
      add("fold", {whole_, whole_}, {surplus_, surplus_ * whole_}, pairs_, Pattern::tree);
  }
  /// Neighbours add one half of the vector each; then the surplus rank sends its half.
  void fold_halves() {
    if (survivors_.surplus == 0) return;
    const auto half = static_cast<double>(block_count(problem_.whole().size(), 2));
    add("fold", {half, half}, {2 * surplus_, surplus_ * whole_}, pairs_, Pattern::exchange);
    add("fold", {half}, {surplus_, surplus_ * half}, pairs_, Pattern::tree);
  }
  void unfold() {
    if (survivors_.surplus > 0)
      add("unfold", {whole_}, {surplus_, surplus_ * whole_}, pairs_, Pattern::tree);
  }

  void add_copies(const CopiedVectors& copied) {
    if (cost_.critical_path.empty()) return;
    const double bytes = whole_ * problem_.wire.value_bytes;
    cost_.critical_path.front().work.copied_bytes += static_cast<double>(copied.before) * bytes;
    cost_.critical_path.back().work.copied_bytes += static_cast<double>(copied.after) * bytes;
  }

  const Problem& problem_;
  DenseCode code_;
  Survivors survivors_;
  double whole_ = problem_.elements();
  double surplus_ = static_cast<double>(survivors_.surplus);
  Partners pairs_ = neighbour_pairs(survivors_.surplus);
  Cost cost_;
};

Cost allreduce(const Problem& problem, DenseSchedule schedule, DenseCode code) {
  const Shape shape{problem.ranks, problem.whole().size()};
  return InPlace(problem, code).cost(schedule_for(code, schedule, shape));
}

}  // namespace

Cost dense_recursive_doubling(const Problem& problem, const DenseParameters& parameters) {
  return allreduce(problem, DenseSchedule::recursive_doubling, parameters.code);
}

Cost dense_recursive_k(const Problem& problem, const RecursiveKParameters& parameters) {
  const std::vector<std::uint64_t> groups = parameters.groups(problem.ranks);
  const std::uint64_t count = participants(groups);
  return InPlace(problem, Survivors{count, problem.ranks - count}).multiplying(groups);
}

Cost dense_rabenseifner(const Problem& problem, const DenseParameters& parameters) {
  if (problem.collective == Collective::broadcast) {
    Cost cost;
    cost.dense_result = true;
    add_whole_broadcast_in_parts(cost, problem, true);
    return cost;
  }
  return allreduce(problem, DenseSchedule::rabenseifner, parameters.code);
}

Cost dense_bine(const Problem& problem) { return InPlace(problem, DenseCode::own).bine(); }

Cost dense_ring(const Problem& problem, const DenseParameters& parameters) {
  if (problem.collective == Collective::broadcast) return dense_broadcast_along_chain(problem);
  return allreduce(problem, DenseSchedule::ring, parameters.code);
}

}  // namespace sparlab::model
