#include <algorithm>
#include <vector>

#include "model/costs/allreduce_costs.hpp"

namespace sparlab::model {
namespace {

/// One segment on its way around the ring.
struct Segment {
  RepresentativePart at;
  Held held;
};

class Ring {
 public:
  Ring(const Problem& problem, bool dense) : problem_(problem), rules_(problem), dense_(dense) {}

  Cost cost() {
    if (problem_.ranks == 1) return {};
    for (const RepresentativePart& at : representative_parts(problem_)) {
      segments_.push_back({at, input(at.part, at.range)});
    }
    for (std::uint64_t step = 0; step + 1 < problem_.ranks; ++step) reduce(step);
    cost_.critical_path.front().work.copied_bytes += split_copy_bytes();
    gather();
    return std::move(cost_);
  }

 private:
  Held input(std::uint64_t rank, Range range) const {
    return dense_ ? Held{static_cast<double>(range.size()), true} : rules_.input(rank, range);
  }

  /// The largest input of a rank is copied once, into segments.
  double split_copy_bytes() const {
    double largest = 0;
    const bool alike = dense_ || problem_.fill_in->symmetry() != Symmetry::none;
    for (std::uint64_t rank = 0; rank < (alike ? 1 : problem_.ranks); ++rank) {
      largest =
          std::max(largest, rules_.payload_bytes(input(rank, problem_.whole()), problem_.whole()));
    }
    return largest;
  }

  void count(const Segment& segment, double messages) {
    cost_.total_messages += messages * segment.at.multiplicity;
    cost_.total_bytes +=
        messages * segment.at.multiplicity * rules_.bytes(segment.held, segment.at.range);
  }

  /// Every segment s moves from rank s+step to s+step+1, which adds its own.
  void reduce(std::uint64_t step) {
    Stage slowest{.name = "reduce_scatter", .messages = 1, .bytes_per_message = -1, .work = {}};
    for (Segment& segment : segments_) {
      const Range range = segment.at.range;
      const Packing packing = rules_.packing(segment.held, range);
      count(segment, 1);
      LocalWork work{.copied_bytes = packing.pack_copies + packing.unpack_copies};
      const Held own = input((segment.at.part + step + 1) % problem_.ranks, range);
      segment.held = rules_.merge(segment.held, own, {segment.at.part, step + 2}, range, work);
      if (packing.bytes > slowest.bytes_per_message) {
        slowest.bytes_per_message = packing.bytes;
        slowest.work = work;
      }
    }
    cost_.critical_path.push_back(slowest);
  }

  void gather() {
    const auto steps = static_cast<double>(problem_.ranks - 1);
    Packing slowest;
    double whole_entries = 0;
    bool any_dense = false;
    for (const Segment& segment : segments_) {
      count(segment, steps);
      const Packing packing = rules_.packing(segment.held, segment.at.range);
      if (packing.bytes > slowest.bytes) slowest = packing;
      whole_entries += segment.at.multiplicity * segment.held.entries;
      any_dense = any_dense || segment.held.dense;
    }
    const double copied =
        steps * (slowest.pack_copies + slowest.unpack_copies) +
        rules_.payload_bytes({whole_entries, any_dense}, problem_.whole());  // concatenation
    cost_.critical_path.push_back({.name = "allgather",
                                   .messages = steps,
                                   .bytes_per_message = slowest.bytes,
                                   .work = {.copied_bytes = copied}});
  }

  const Problem& problem_;
  StreamRules rules_;
  bool dense_;
  std::vector<Segment> segments_;
  Cost cost_;
};

}  // namespace

Cost dense_ring(const Problem& problem) { return Ring(problem, true).cost(); }

Cost sparse_ring(const Problem& problem) { return Ring(problem, false).cost(); }

}  // namespace sparlab::model
