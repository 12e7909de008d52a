#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/cost.hpp"
#include "model/wire_format.hpp"

namespace sparlab::model {

/// What a bound needs to know about one allreduce.
struct Instance {
  std::uint64_t ranks = 1;     ///< P
  std::uint64_t universe = 1;  ///< N
  double nnz = 0;              ///< k, the mean over ranks, <= N
  double union_nnz = 0;        ///< K, nonzeros of the result, k <= K <= min(N, Pk)
  bool dense = false;          ///< the algorithm moves all N values, whatever their zeros
};

/// Lower bounds on the time of an allreduce whose values are neither coded nor quantised.
enum class BoundKind {
  latency,                ///< ceil(log2 P) alpha: each round at most doubles who knows a value
  dense_bandwidth,        ///< + 2 (P-1)/P N value_bytes beta, for algorithms that move N values
  lemma_5_1_published,    ///< K = kP: + (P-1) k beta_d;  K = k: + 2 (P-1)/P k beta_d
  lemma_5_1_every_union,  ///< any K: + (k + K (P-2)/P) beta_d
  lemma_5_2_published,    ///< K >= delta: + delta beta_d
  lemma_5_2_safe,         ///< K >= delta: + max(k, delta - k) beta_d
};

/// One bound, held against one time.
struct BoundCheck {
  BoundKind kind = BoundKind::latency;
  bool applies = false;
  std::string why;       ///< the precondition, with its numbers, that holds or fails
  double bound_s = 0;    ///< 0 where it does not apply
  bool holds = true;     ///< time >= bound (up to 1e-9 relative); true where it does not apply
  double tightness = 0;  ///< time / bound, 1 is optimal; 0 where it does not apply
};

/// All bounds, in the order of BoundKind. beta_d is one value's bytes times the machine's beta; of
/// two alphas the smaller one counts, since a bound may not assume the message size.
///
/// Sources. Lemmas 5.1 and 5.2: Renggli et al., SC'19. Published Lemma 5.2 adds the k values sent
/// to the delta - k received, which a full-duplex port does at the same time: it is no bound, the
/// larger of the two is. Lemma 5.1 speaks of K = k and K = kP alone; in between, an index held by
/// h ranks takes h - 1 transfers until one rank knows its sum and P - 1 more until all do, thus
/// Pk - K + K(P-1) transfers over P ports, of which one carries at least the mean, k + K(P-2)/P.
/// Both published cases are ends of it. All count values only: indices come on top.
std::vector<BoundCheck> check_bounds(const Instance& instance, const Machine& machine,
                                     const WireFormat& format, double time_s);

/// "lemma_5_1_published" and so on, for records.
std::string_view name(BoundKind kind);

/// False for those that are kept as the papers print them although they can fail.
bool is_safe(BoundKind kind);

}  // namespace sparlab::model
