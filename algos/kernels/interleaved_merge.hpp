#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/merge_rules.hpp"
#include "algos/kernels/run_merge.hpp"

/// The merge loop behind `merge`.
///
/// On random indices a two-pointer merge mispredicts every other branch. Here each step stores both
/// candidates and advances its cursors by comparison results, without a branch. The remaining cost
/// is the latency of a step. It is hidden by working alternately on several independent ranges
/// ("lanes"). Lanes are cut from the inputs at equal totals. Their results are then packed
/// together, block by block, while the output is still in cache. Predictable branches are faster,
/// though: where the inputs consist of runs, RunMerge takes over.
namespace sparlab::algos::kernels {

template <class Value, class Index, class Rule>
class InterleavedMerge {
 public:
  using View = CooView<Value, Index>;
  using Out = CooOut<Value, Index>;

  InterleavedMerge(View a, View b, Rule rule, Out out)
      : a_(a), b_(b), rule_(rule), out_(out), runs_(a, b, rule, out) {}

  /// Merges everything and returns the number of entries written.
  std::size_t run() {
    std::size_t lane_entries = kFirstLaneEntries;
    while (at_.a < a_.count && at_.b < b_.count) {
      if (runs_.are_ahead(at_)) {
        runs_.advance(at_);
        lane_entries = kFirstLaneEntries;
        continue;
      }
      const std::size_t left = a_.count - at_.a + b_.count - at_.b;
      merge_block(std::clamp(left / kLanes, kMinLaneEntries, lane_entries));
      lane_entries = std::min(2 * lane_entries, kMaxLaneEntries);
    }
    Lane rest{at_.a, a_.count, at_.b, b_.count, at_.out};
    finish(rest);
    return rest.out;
  }

 private:
  // Two lanes just fit in sixteen registers. With three or four, cursors spill, and measured times
  // are 5 to 20 % longer.
  static constexpr int kLanes = 2;
  // Longer lanes start fewer memory streams, but lanes should be packed in second-level cache.
  static constexpr std::size_t kMaxLaneEntries =
      (std::size_t{1} << 18) / (sizeof(Value) + sizeof(Index));
  // The merge looks for runs ahead before each block; the first blocks are short.
  static constexpr std::size_t kFirstLaneEntries = 1024;
  // Long enough that the cost of finishing lanes one by one is negligible.
  static constexpr std::size_t kMinLaneEntries = 32;

  /// Entries [a, a_end) and [b, b_end) are still to be merged to out.
  struct Lane {
    std::size_t a, a_end, b, b_end, out;
    /// This many steps cannot run past either end, since a step takes at most one entry of each.
    std::size_t safe_steps() const { return std::min(a_end - a, b_end - b); }
  };

  void merge_block(std::size_t lane_entries) {
    Lane lanes[kLanes];
    std::size_t starts[kLanes];
    std::size_t start = at_.out;
    for (int l = 0; l < kLanes; ++l) {
      lanes[l] = next_lane(lane_entries, start);
      starts[l] = start;
      start += lanes[l].a_end - lanes[l].a + lanes[l].b_end - lanes[l].b;
    }
    advance<kLanes>(lanes);
    for (int l = 0; l < kLanes; ++l) {
      finish(lanes[l]);
      pack(starts[l], lanes[l].out - starts[l]);
    }
  }

  /// Cuts the next lane with about `entries` entries of both inputs together, by a search along the
  /// merge path. Equal indices stay in one lane.
  Lane next_lane(std::size_t entries, std::size_t out) {
    const std::size_t a_left = a_.count - at_.a;
    const std::size_t b_left = b_.count - at_.b;
    const std::size_t total = std::min(entries, a_left + b_left);
    const Index* a = a_.indices + at_.a;
    const Index* b = b_.indices + at_.b;
    std::size_t low = total > b_left ? total - b_left : 0;
    std::size_t high = std::min(total, a_left);
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (a[middle] <= b[total - middle - 1])
        low = middle + 1;
      else
        high = middle;
    }
    std::size_t from_b = total - low;
    if (low > 0 && from_b < b_left && a[low - 1] == b[from_b]) ++from_b;
    const Lane lane{at_.a, at_.a + low, at_.b, at_.b + from_b, out};
    at_.a = lane.a_end;
    at_.b = lane.b_end;
    return lane;
  }

  /// Steps all lanes in lockstep until one of them has exhausted one of its inputs.
  template <int Lanes>
  void advance(Lane* lanes) {
    for (;;) {
      std::size_t steps = std::numeric_limits<std::size_t>::max();
      for (int l = 0; l < Lanes; ++l) steps = std::min(steps, lanes[l].safe_steps());
      if (steps == 0) return;
      advance_by<Lanes>(lanes, steps);
    }
  }

  /// Before each step both inputs of a lane have an entry, so at least two slots of the lane's
  /// output are free: storing one slot too far never overwrites another lane.
  template <int Lanes>
  void advance_by(Lane* lanes, std::size_t steps) {
    const Index* __restrict a_indices = a_.indices;
    const Index* __restrict b_indices = b_.indices;
    const Value* __restrict a_values = a_.values;
    const Value* __restrict b_values = b_.values;
    Index* __restrict out_indices = out_.indices;
    Value* __restrict out_values = out_.values;
    std::size_t a[Lanes];
    std::size_t b[Lanes];
    std::size_t out[Lanes];
    for (int l = 0; l < Lanes; ++l) {
      a[l] = lanes[l].a;
      b[l] = lanes[l].b;
      out[l] = lanes[l].out;
    }
    for (std::size_t t = 0; t < steps; ++t) {
#pragma GCC unroll 4
      for (int l = 0; l < Lanes; ++l) {
        const Taken taken =
            rule_.step(a_indices[a[l]], b_indices[b[l]], a_values[a[l]], b_values[b[l]],
                       out_indices + out[l] + t, out_values + out[l] + t);
        a[l] += taken.a;
        b[l] += taken.b;
      }
    }
    for (int l = 0; l < Lanes; ++l) {
      lanes[l].a = a[l];
      lanes[l].b = b[l];
      lanes[l].out = out[l] + steps;
    }
  }

  /// Merges the rest of one lane.
  void finish(Lane& lane) {
    advance<1>(&lane);
    append(a_, lane.a, lane.a_end, lane.out);
    append(b_, lane.b, lane.b_end, lane.out);
  }

  void append(View from, std::size_t begin, std::size_t end, std::size_t& out) {
    std::copy(from.indices + begin, from.indices + end, out_.indices + out);
    std::copy(from.values + begin, from.values + end, out_.values + out);
    out += end - begin;
  }

  /// Moves a finished lane down to the end of the packed output.
  void pack(std::size_t start, std::size_t count) {
    if (start != at_.out) {
      std::copy(out_.indices + start, out_.indices + start + count, out_.indices + at_.out);
      std::copy(out_.values + start, out_.values + start + count, out_.values + at_.out);
    }
    at_.out += count;
  }

  View a_;
  View b_;
  Rule rule_;
  Out out_;
  RunMerge<Value, Index, Rule> runs_;
  MergePosition at_;  ///< behind the lanes that were cut, and the end of the packed output
};

}  // namespace sparlab::algos::kernels
