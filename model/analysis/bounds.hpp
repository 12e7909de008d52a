#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/cost.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::model {

/// The properties of one allreduce that bounds depend on.
struct Instance {
  std::uint64_t ranks = 1;     ///< P
  std::uint64_t universe = 1;  ///< N
  double nnz = 0;              ///< k, the mean over ranks, <= N
  double union_nnz = 0;        ///< K, nonzeros of the result, k <= K <= min(N, Pk)
  bool dense = false;          ///< the algorithm moves all N values, zeros included
};

/// Lower bounds on the time of an allreduce whose values are not compressed or quantised.
enum class BoundKind {
  latency,                ///< ceil(log2 P) alpha: a round at most doubles the ranks with a value
  dense_bandwidth,        ///< + 2 (P-1)/P N value_bytes beta, for algorithms that move N values
  lemma_5_1_published,    ///< K = kP: + (P-1) k beta_d;  K = k: + 2 (P-1)/P k beta_d
  lemma_5_1_every_union,  ///< any K: + (k + K (P-2)/P) beta_d
  lemma_5_2_published,    ///< K >= delta: + delta beta_d
  lemma_5_2_safe,         ///< K >= delta: + max(k, delta - k) beta_d
};

/// One bound, compared with one time.
struct BoundCheck {
  BoundKind kind = BoundKind::latency;
  bool applies = false;
  std::string why;       ///< the precondition, with its numbers, that holds or fails
  double bound_s = 0;    ///< 0 where it does not apply
  bool holds = true;     ///< time >= bound (up to 1e-9 relative); true where it does not apply
  double tightness = 0;  ///< time / bound, 1 is optimal; 0 where it does not apply
};

/// All bounds, in the order of BoundKind. beta_d is the machine's beta times the bytes of one
/// value. If the machine has two alphas, the smaller one counts, since a bound may not assume the
/// message size.
///
/// Sources: Lemmas 5.1 and 5.2 of Renggli et al., SC'19. The published Lemma 5.2 adds the k values
/// sent to the delta - k received. A full-duplex port does both at the same time, so their sum is
/// no bound, but the larger of the two is. Lemma 5.1 covers only K = k and K = kP. In between, an
/// index held by h ranks takes h - 1 transfers until one rank knows its sum and P - 1 more until
/// all do. These are Pk - K + K(P-1) transfers over P ports, and some port carries at least the
/// mean, k + K(P-2)/P. The published cases are the two ends of this. All bounds count values only,
/// without indices.
std::vector<BoundCheck> check_bounds(const Instance& instance, const Machine& machine,
                                     const WireFormat& format, double time_s);

/// "lemma_5_1_published" and so on, for records.
std::string_view name(BoundKind kind);

/// False for bounds that are kept as published although they can fail.
bool is_safe(BoundKind kind);

}  // namespace sparlab::model
