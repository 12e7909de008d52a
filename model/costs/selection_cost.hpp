#pragma once

#include <cstdint>
#include <optional>

#include "model/costs/problem.hpp"
#include "model/fill_in/selected_fill_in.hpp"

/// What systems that select cost beside their communication (algos/steps/select_k.hpp).
namespace sparlab::model {

/// Entries of the largest coo input.
double largest_input(const Problem& problem);

/// The k on which all ranks agree: where it is 0, the largest number of entries that an input
/// holds. Adds the agreement to the cost.
std::uint64_t add_agreed_k(Cost& cost, const Problem& problem, std::uint64_t k);

/// The problem of which a local selection leaves at most k entries a rank; 0 leaves all.
class SelectedProblem {
 public:
  SelectedProblem(const Problem& problem, std::uint64_t k);
  SelectedProblem(const SelectedProblem&) = delete;
  SelectedProblem& operator=(const SelectedProblem&) = delete;

  const Problem& problem() const { return selected_; }
  /// Adds the work of the selection: among the entries of the largest input, if any holds more
  /// than k.
  void add_selection(Cost& cost) const;

 private:
  double largest_input_;
  double k_;
  std::optional<SelectedFillIn> fill_in_;
  Problem selected_;
};

/// Adds a selection that reads its input however few entries this holds.
void add_reading_selection(Cost& cost, const Problem& problem);

/// What selections of some ranks' inputs hold of a range; the twin of CountedStream.
struct Selection {
  Held held;
  Ranks ranks;       ///< whose inputs are in it; one, once it was cut
  bool cut = false;  ///< holds fewer entries than the inputs of its ranks
};

/// Merging and cutting selections, sparse throughout.
class SelectionRules {
 public:
  explicit SelectionRules(const Problem& problem) : rules_(problem) {}

  Selection input(std::uint64_t rank, Range range) const;
  /// `left` and `right` are of adjacent ranks, `left` first; adds the work.
  Selection merge(const Selection& left, const Selection& right, Range range,
                  LocalWork& work) const;
  /// At most k of the entries; adds the work if that cuts any off.
  Selection at_most(Selection selection, std::uint64_t k, LocalWork& work) const;

 private:
  StreamRules rules_;
};

}  // namespace sparlab::model
