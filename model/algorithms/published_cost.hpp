#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include "model/base/cost.hpp"

/// Costs as published, and the terms that their formulas share.
namespace sparlab::model {

/// The symbols of the papers.
struct Symbols {
  double ranks;     ///< P
  double elements;  ///< N
  double nnz;       ///< k, equal on all ranks
  double index_bytes = 4;
  double value_bytes = 4;

  double beta_s() const { return index_bytes + value_bytes; }  ///< bytes of an (index, value) pair
  double beta_d() const { return value_bytes; }                ///< bytes of a dense value
};

/// A cost as an interval of bytes on the critical path, without headers and local work: T in
/// [messages*alpha + low_bytes*beta, messages*alpha + high_bytes*beta].
struct CostInterval {
  double messages = 0;
  double low_bytes = 0;
  double high_bytes = 0;

  double low_s(const Machine& machine) const {
    return messages * machine.alpha_s + low_bytes * machine.asymptotic_beta();
  }
  double high_s(const Machine& machine) const {
    return messages * machine.alpha_s + high_bytes * machine.asymptotic_beta();
  }
};

constexpr CostInterval exactly(double messages, double bytes) { return {messages, bytes, bytes}; }

/// One algorithm's cost as published, and with the paper's errors corrected.
struct PublishedCost {
  std::string_view formula;     ///< the published form, in its symbols
  std::string_view correction;  ///< differences of the corrected form, with reasons; may be empty
  CostInterval (*published)(const Symbols&);
  CostInterval (*corrected)(const Symbols&);
};

inline double log2p(const Symbols& s) { return std::log2(s.ranks); }
inline double rounds(const Symbols& s) { return std::ceil(log2p(s)); }
inline double share(const Symbols& s) { return (s.ranks - 1) / s.ranks; }
/// Entries of the largest union of all inputs.
inline double union_at_most(const Symbols& s) { return std::min(s.ranks * s.nnz, s.elements); }
inline bool is_power_of_two(const Symbols& s) { return rounds(s) == log2p(s); }

/// Adds two messages of whole vectors if P is not a power of two.
inline CostInterval folded(const Symbols& s, CostInterval interval, double low_bytes,
                           double high_bytes) {
  if (is_power_of_two(s)) return interval;
  return {interval.messages + 2, interval.low_bytes + low_bytes, interval.high_bytes + high_bytes};
}

inline CostInterval allgather_published(const Symbols& s) {
  return exactly(log2p(s), (s.ranks - 1) * s.nnz * s.beta_s());
}

inline CostInterval allgather_corrected(const Symbols& s) {
  return exactly(rounds(s), (s.ranks - 1) * s.nnz * s.beta_s());
}

/// The entries that the busiest port moves while inputs are split: those of one rank, or those that
/// an owner receives.
inline double split_hot_spot(const Symbols& s) {
  if (s.ranks == 1) return 0;
  return std::max(s.nnz, std::min((s.ranks - 1) * s.nnz, share(s) * s.elements));
}

/// The symbols with P replaced by the power of two that remains after a fold.
inline Symbols survivors(Symbols s) {
  s.ranks = std::exp2(std::floor(log2p(s)));
  return s;
}

}  // namespace sparlab::model
