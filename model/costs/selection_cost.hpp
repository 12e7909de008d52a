#pragma once

#include <cstdint>
#include <optional>

#include "model/costs/problem.hpp"
#include "model/fill_in/derived_fill_in.hpp"

/// The costs of selection, without communication of the selected entries
/// (algos/steps/select_k.hpp).
namespace sparlab::model {

/// Entries of the largest coo input.
double largest_input(const Problem& problem);

/// The k on which all ranks agree: if `k` is 0, the largest number of entries of an input; adds the
/// cost of that agreement.
std::uint64_t add_agreed_k(Cost& cost, const Problem& problem, std::uint64_t k);

/// The problem after a local selection of at most k entries per rank; k = 0 selects all.
class SelectedProblem {
 public:
  SelectedProblem(const Problem& problem, std::uint64_t k);
  SelectedProblem(const SelectedProblem&) = delete;
  SelectedProblem& operator=(const SelectedProblem&) = delete;

  const Problem& problem() const { return selected_; }
  /// Adds the work of the selection from the largest input, if that has more than k entries.
  void add_selection(Cost& cost) const;

 private:
  double largest_input_;
  double k_;
  std::optional<SelectedFillIn> fill_in_;
  Problem selected_;
};

/// Adds a selection that always reads its whole input.
void add_reading_selection(Cost& cost, const Problem& problem);

/// The entries of selections of some ranks' inputs in a range; mirrors CountedStream.
struct Selection {
  Held held;
  Ranks ranks;       ///< whose inputs it contains; one rank after a cut
  bool cut = false;  ///< holds fewer entries than the inputs of its ranks
};

/// Rules for merging and cutting selections, which always stay sparse.
class SelectionRules {
 public:
  explicit SelectionRules(const Problem& problem) : rules_(problem) {}

  Selection input(std::uint64_t rank, Range range) const;
  /// `left` and `right` belong to adjacent ranks, `left` first; adds the work.
  Selection merge(const Selection& left, const Selection& right, Range range,
                  LocalWork& work) const;
  /// At most k of the entries; adds the work if entries are cut off.
  Selection at_most(Selection selection, std::uint64_t k, LocalWork& work) const;

 private:
  StreamRules rules_;
};

}  // namespace sparlab::model
