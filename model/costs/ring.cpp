#include <algorithm>
#include <optional>
#include <vector>

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"

namespace sparlab::model {
namespace {

class Ring {
 public:
  Ring(const Problem& problem, bool dense, const SparseRingParameters& parameters = {})
      : problem_(problem), rules_(problem), dense_(dense), parameters_(parameters) {}

  Cost cost() {
    if (problem_.ranks == 1) return {};
    if (!scatters(problem_.collective)) {
      add_parts_ring(cost_, problem_, united_parts(problem_));
      return std::move(cost_);
    }
    for (const RepresentativePart& at : representative_parts(problem_))
      segments_.push_back({at, input(first_rank(at), at.range)});
    for (std::uint64_t step = 0; step + 1 < problem_.ranks; ++step) reduce(step);
    cost_.critical_path.front().work.copied_bytes += input_copy_bytes();
    if (gathers(problem_.collective)) add_parts_ring(cost_, problem_, segments_);
    return std::move(cost_);
  }

 private:
  /// The rank at which a segment starts.
  std::uint64_t first_rank(const RepresentativePart& segment) const {
    return (segment.part + (gathers(problem_.collective) ? 0 : 1)) % problem_.ranks;
  }
  Held input(std::uint64_t rank, Range range) const {
    return dense_ ? Held{static_cast<double>(range.size()), true} : rules_.input(rank, range);
  }

  double input_copy_bytes() const {
    return dense_ ? rules_.payload_bytes(input(0, problem_.whole()), problem_.whole())
                  : split_copy_bytes(problem_);
  }

  /// Every segment moves to the next rank, which adds its own segment.
  void reduce(std::uint64_t step) {
    Stage slowest{
        .name = "reduce_scatter",
        .messages = 1,
        .bytes_per_message = -1,
        .pattern = Pattern::ring,
        .partners = {.kind = Partners::Kind::shift, .ranks = problem_.ranks, .distance = 1}};
    std::vector<Packing> sent;
    for (const ReducedPart& segment : segments_)
      sent.push_back(rules_.packing(segment.held, segment.at.range));
    double opposite_bytes = 0;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      ReducedPart& segment = segments_[i];
      const Range range = segment.at.range;
      const Packing& packing = sent[i];
      cost_.count(segment.at.multiplicity, packing.bytes);
      LocalWork work{.copied_bytes = packing.copies()};
      const std::uint64_t first = first_rank(segment.at);
      const Held own = input((first + step + 1) % problem_.ranks, range);
      const Ranks ranks{first, step + 2};
      segment.held = parameters_.hop_work == HopWork::dense
                         ? add_densely(segment.held, own, ranks, range, work)
                         : rules_.merge(segment.held, own, ranks, range, work);
      if (slowest.raise(packing.bytes, work)) opposite_bytes = bytes_beside(sent, i);
    }
    add_uneven_stage(cost_, problem_.machine, slowest, opposite_bytes);
  }

  /// The work of SpCCL's receiver (algos/steps/ring_and_recursive.cpp).
  Held add_densely(const Held& received, const Held& own, Ranks ranks, Range range,
                   LocalWork& work) const {
    const auto size = static_cast<double>(range.size());
    const double block_bytes = size * problem_.wire.value_bytes;
    if (!received.dense) {
      work.copied_bytes += block_bytes;
      work.scattered_entries += received.entries;
    }
    work.scattered_entries += own.entries;
    const bool dense = problem_.dense_switch && problem_.formats.contains(Format::dense) &&
                       parameters_.remains_dense(
                           {size, received.dense ? std::nullopt : std::optional(received.entries),
                            own.entries, ranks.count, problem_.ranks});
    if (dense) return {size, true};
    const Held entries = rules_.united(ranks, range);
    work.copied_bytes += block_bytes + rules_.payload_bytes(entries, range);
    return entries;
  }

  const Problem& problem_;
  StreamRules rules_;
  bool dense_;
  SparseRingParameters parameters_;
  std::vector<ReducedPart> segments_;  // current state of each segment on its way around the ring
  Cost cost_;
};

}  // namespace

Cost sparse_ring(const Problem& problem, const SparseRingParameters& parameters) {
  Problem sent = problem;
  if (parameters.format == HopFormat::pici) sent.formats = problem.formats.with(Format::pici);
  return Ring(sent, false, parameters).cost();
}

void add_vector_ring(Cost& cost, const Problem& problem, std::uint64_t elements) {
  const IdenticalFillIn vector(elements, 0);
  Problem of_vector = problem;
  of_vector.fill_in = &vector;
  const Cost ring = Ring(of_vector, true).cost();
  cost.critical_path.insert(cost.critical_path.end(), ring.critical_path.begin(),
                            ring.critical_path.end());
  cost.total_messages += ring.total_messages;
  cost.total_bytes += ring.total_bytes;
}

}  // namespace sparlab::model
