#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/base/collective.hpp"
#include "model/base/cost.hpp"
#include "model/base/wire_format.hpp"
#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The values that the ranks of a real input hold at some of its indices. They decide how many
/// entries pass a threshold that an earlier call set, which supports cannot show.
struct ValueSample {
  struct Entry {
    std::uint32_t number;  ///< position of the index in the sample
    float value;
  };
  std::vector<std::vector<Entry>> ranks;  ///< by rank: all its entries at these indices
  std::size_t indices = 0;
  double share = 1;  ///< share of all ranks' entries that is in the sample
};

/// One collective whose cost is computed. An input of an allgatherv is a shard of the union of all
/// ranks' inputs. What a broadcast sends is the union of the first `lag` inputs.
struct Problem {
  std::uint64_t ranks = 1;          ///< P
  const FillIn* fill_in = nullptr;  ///< the input's supports; its universe is N
  WireFormat wire;
  bool dense_switch = true;  ///< coo becomes dense once two inputs together hold delta entries
  FormatSet formats = FormatSet::published();  ///< formats that messages may have
  /// The machine for which algorithms that choose at run time decide; null means typical_machine().
  const Machine* machine = nullptr;
  /// A sample of the input's values, if known: it decides how many entries pass reused thresholds.
  const ValueSample* values = nullptr;
  Collective collective = Collective::allreduce;
  std::uint64_t lag = 1;
  std::uint64_t roots = 1;  ///< of a broadcast (root_group)

  Range whole() const { return {0, fill_in->universe()}; }
  /// The inputs whose union the result is.
  Ranks united() const { return {0, collective == Collective::broadcast ? lag : ranks}; }
  double elements() const { return static_cast<double>(fill_in->universe()); }
};

/// What a rank holds at some moment: a number of entries of a range, or the whole range.
struct Held {
  double entries = 0;
  bool dense = false;
  /// Runs of consecutive indices. nullopt: as many as entries spread evenly over the range have,
  /// which is true of entries that a selector chose.
  std::optional<double> runs = {};
  std::uint64_t inputs = 1;  ///< that are summed in it: their number decides the width of integers
};

/// Stream sizes and the local work of stream operations: the algorithms' rules, applied to expected
/// counts.
class StreamRules {
 public:
  explicit StreamRules(const Problem& problem) : problem_(problem) {}

  /// The form in which the stream is sent.
  Packing packing(const Held& held, Range range) const {
    return packing(held, range, problem_.formats);
  }
  Packing packing(const Held& held, Range range, FormatSet formats) const;
  double bytes(const Held& held, Range range) const { return packing(held, range).bytes; }
  /// Bytes in memory, as coo or dense, without a header.
  double payload_bytes(const Held& held, Range range) const;
  /// The coo stream of the union of `ranks`.
  Held united(Ranks ranks, Range range) const;
  Held input(std::uint64_t rank, Range range) const { return united({rank, 1}, range); }
  double distinct(Ranks ranks, Range range) const {
    return problem_.fill_in->distinct(ranks, range);
  }

  /// `left` and `right` merged into the union of `ranks`; adds the work.
  Held merge(Held left, Held right, Ranks ranks, Range range, LocalWork& work) const;

  /// Adds the work of reducing streams over one range together, from left to right; none for one
  /// stream. Returns whether the sum is dense.
  bool merge_all(const std::vector<Held>& streams, Range range, LocalWork& work) const;

  /// The coo inputs of all P ranks, reduced together; with `into_dense` the target is dense from
  /// the start.
  Held merge_all_inputs(Range range, bool into_dense, LocalWork& work) const;

 private:
  bool switches(double entries, Range range) const;
  const Problem& problem_;
};

/// A part of the universe that is evaluated. It represents `multiplicity` parts of equal cost.
struct RepresentativePart {
  std::uint64_t part;
  Range range;
  double multiplicity;
};

/// All equal parts of a range, or one of each of the two sizes where the fill-in depends on sizes
/// only.
std::vector<RepresentativePart> representative_parts(Range range, std::uint64_t parts,
                                                     Symmetry symmetry);
/// The P parts of the whole.
std::vector<RepresentativePart> representative_parts(const Problem& problem);

/// The stage in which every rank converts its coo input to dense; the largest input counts.
Stage densification(const Problem& problem);

/// The stage in which every rank converts its dense input to coo; the largest input counts.
Stage sparsification(const Problem& problem);

}  // namespace sparlab::model
