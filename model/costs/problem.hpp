#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/cost.hpp"
#include "model/fill_in/fill_in.hpp"
#include "model/format_set.hpp"
#include "model/value_sample.hpp"
#include "model/wire_format.hpp"

namespace sparlab::model {

/// One allreduce to be priced.
struct Problem {
  std::uint64_t ranks = 1;          ///< P
  const FillIn* fill_in = nullptr;  ///< the input's supports; its universe is N
  WireFormat wire;
  bool dense_switch = true;  ///< coo becomes dense once two inputs together hold delta entries
  FormatSet formats = FormatSet::published();  ///< that messages may have
  /// By which algorithms that choose do so; the caller's, null for typical_machine().
  const Machine* machine = nullptr;
  /// Of the input's values, where they are known: what passes thresholds that are reused.
  const ValueSample* values = nullptr;

  Range whole() const { return {0, fill_in->universe()}; }
  double elements() const { return static_cast<double>(fill_in->universe()); }
};

/// What a rank holds at some moment: so many entries of a range, or all of it.
struct Held {
  double entries = 0;
  bool dense = false;
  /// Runs of consecutive indices; nothing: as many as entries spread evenly over the range have,
  /// which holds for entries that a selector chose.
  std::optional<double> runs = {};
};

/// Stream sizes and the local work of stream operations: the same rules as the algorithms', stated
/// on expected counts.
class StreamRules {
 public:
  explicit StreamRules(const Problem& problem) : problem_(problem) {}

  /// How it travels.
  Packing packing(const Held& held, Range range) const;
  double bytes(const Held& held, Range range) const { return packing(held, range).bytes; }
  /// What it takes in memory, as coo or dense, without a header.
  double payload_bytes(const Held& held, Range range) const;
  /// The coo stream of the union of `ranks`.
  Held united(Ranks ranks, Range range) const;
  Held input(std::uint64_t rank, Range range) const { return united({rank, 1}, range); }
  double distinct(Ranks ranks, Range range) const {
    return problem_.fill_in->distinct(ranks, range);
  }

  /// left and right merged into the union of `ranks`; adds the work.
  Held merge(Held left, Held right, Ranks ranks, Range range, LocalWork& work) const;

  /// The work of streams over one range, reduced at once from left to right; one is not touched.
  void merge_all(const std::vector<Held>& streams, Range range, LocalWork& work) const;

  /// The coo inputs of all P ranks, reduced at once; with `into_dense` the target is dense from
  /// the start.
  Held merge_all_inputs(Range range, bool into_dense, LocalWork& work) const;

 private:
  bool switches(double entries, Range range) const;
  const Problem& problem_;
};

/// Parts of the universe that need an evaluation of their own, each standing for `multiplicity`
/// parts that cost the same.
struct RepresentativePart {
  std::uint64_t part;
  Range range;
  double multiplicity;
};

/// All P parts, or the two that differ in size where the fill-in looks at sizes only.
std::vector<RepresentativePart> representative_parts(const Problem& problem);

}  // namespace sparlab::model
