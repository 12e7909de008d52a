#pragma once

#include <cstdint>

#include "model/parameters/oktopk.hpp"

/// The number of words that a rank may have to move in one call of Ok-Topk: the larger of what it
/// sends and receives in each step, summed over the steps. A word is an index or a value, without
/// headers; a number on which ranks agree takes two.
namespace sparlab::model {

/// As published: 6k (P-1)/P, 2k for splitting and 4k for balancing and gathering.
double oktopk_published_words(std::uint64_t ranks, double k);

/// The entries and the kind of a call.
struct OktopkCall {
  std::uint64_t ranks = 1;
  double chosen = 0;   ///< entries that a rank selects, the maximum over ranks
  double reduced = 0;  ///< K: entries of all sums; used where thresholds are evaluated
  double kept = 0;     ///< entries of the result
  bool evaluating = false;
  bool repartitioning = false;
};

/// Upper bounds for all inputs, step by step. The numbers in parentheses are those of the
/// corrections in docs/algorithms/oktopk.md.
struct OktopkWords {
  double agree = 0;       ///< agreements on k and on regions
  double split = 0;       ///< all ranks may send all chosen entries to one owner (3, 4)
  double evaluation = 0;  ///< one owner may hold all sums while all gather them (1)
  double counts = 0;
  double gather = 0;  ///< with balancing; an imbalance just below the trigger costs most (2, 4)

  double total() const { return agree + split + evaluation + counts + gather; }
};
OktopkWords oktopk_corrected_words(const OktopkCall& call, const OktopkParameters& parameters);

}  // namespace sparlab::model
