#pragma once

#include <cstdint>

#include "model/parameters/oktopk.hpp"

/// How many words a rank may have to move in one call of Ok-Topk: for every step the larger of what
/// it sends and what it receives, summed over the steps. A word is an index or a value, without
/// headers; a number on which ranks agree takes two.
namespace sparlab::model {

/// As published: 6k (P-1)/P, of which 2k are for splitting and 4k for balancing and gathering.
double oktopk_published_words(std::uint64_t ranks, double k);

/// What happened in a call.
struct OktopkCall {
  std::uint64_t ranks = 1;
  double chosen = 0;   ///< entries that a rank sends and keeps for itself, the most of all ranks
  double reduced = 0;  ///< K: entries of all sums; read where thresholds are evaluated
  double kept = 0;     ///< entries of the result
  bool evaluating = false;
  bool repartitioning = false;
};

/// Bounds that hold for all inputs, step by step, with the numbers of the corrections that
/// docs/algorithms/oktopk.md lists.
struct OktopkWords {
  double agree = 0;       ///< on k and on regions
  double split = 0;       ///< all ranks may send all they chose to one owner (3, 4)
  double evaluation = 0;  ///< one owner may hold all sums while all gather them (1)
  double counts = 0;
  double gather = 0;  ///< with balancing; an imbalance just below the trigger costs most (2, 4)

  double total() const { return agree + split + evaluation + counts + gather; }
};
OktopkWords oktopk_corrected_words(const OktopkCall& call, const OktopkParameters& parameters);

}  // namespace sparlab::model
