#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/analysis/least_costs.hpp"
#include "model/base/cost.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::model {

/// The properties of one allreduce that bounds depend on.
struct Instance {
  std::uint64_t ranks = 1;                ///< P
  std::uint64_t universe = 1;             ///< N
  double nnz = 0;                         ///< k, the mean over ranks, <= N
  std::optional<double> result_nnz = {};  ///< of an exact result K, the size of the union
  Moved moved = Moved::nonzeros;
  bool exact = true;                   ///< the result is the sum of all inputs
  std::optional<double> winners = {};  ///< k of an algorithm that keeps the top k of the sum
  WireFormat format = {};
  bool coo = true;  ///< sparse messages are pairs of index and value
};

/// Lower bounds on the time of an allreduce, as published and as they can be proved.
enum class BoundKind : std::uint8_t {
  latency,              ///< data of each rank reach all others: least_spread_s
  dense_published,      ///< log2 P alpha + 2 (P-1)/P N beta_d, for algorithms that move all values
  dense_corrected,      ///< the same traffic, at the same time as the latency
  lemma_5_1_published,  ///< K = kP: log2 P alpha + (P-1) k beta_d;  K = k: 2 (P-1)/P k beta_d
  lemma_5_1_corrected,  ///< any K: (k + K (P-2)/P) beta_d
  lemma_5_2_published,  ///< K >= delta: log2 P alpha + delta beta_d
  lemma_5_2_corrected,  ///< K >= delta: max(k, delta - k) beta_d
  theorem_3_1_published,  ///< top k of the sum: 2 k (P-1)/P words
  theorem_3_1_corrected,  ///< R entries in the result: R (P-1)/P beta_d
};
inline constexpr std::array kBoundKinds = {
    BoundKind::latency,
    BoundKind::dense_published,
    BoundKind::dense_corrected,
    BoundKind::lemma_5_1_published,
    BoundKind::lemma_5_1_corrected,
    BoundKind::lemma_5_2_published,
    BoundKind::lemma_5_2_corrected,
    BoundKind::theorem_3_1_published,
    BoundKind::theorem_3_1_corrected,
};

/// One bound, compared with one time.
struct BoundCheck {
  BoundKind kind = BoundKind::latency;
  bool applies = false;
  std::string why;       ///< the first condition that fails; of the lemmas, also the one that holds
  double bound_s = 0;    ///< 0 where it does not apply
  bool holds = true;     ///< time >= bound (up to 1e-9 relative); true where it does not apply
  double tightness = 0;  ///< time / bound, 1 is optimal; 0 where it does not apply
};

/// All bounds, in the order of BoundKind. beta_d is the least time per byte times the bytes of one
/// value; all but Theorem 3.1 as published count values only, without indices.
///
/// Sources: Lemmas 5.1 and 5.2 of Renggli et al., SC'19; Theorem 3.1 of Li and Hoefler, PPoPP'22;
/// the dense bound of Patarasuk and Yuan, JPDC 2009. docs/bounds.md has the proofs of the corrected
/// forms, and what is wrong with the published ones. In short: an index held by h ranks takes h - 1
/// transfers until one rank knows its sum and P - 1 more until all do. These are Pk - K + K(P-1)
/// transfers into P ports, so some port carries at least the mean, k + K(P-2)/P. Messages are at
/// least 2(P-1) for the same reason. The latency passes while other bytes travel, so the larger of
/// both times counts and not their sum.
std::vector<BoundCheck> check_bounds(const Instance& instance, const LeastCosts& costs,
                                     double time_s);

/// "lemma_5_1_published" and so on, for records.
std::string_view name(BoundKind kind);

/// False for the published forms, which are kept although they may fail.
bool is_proved(BoundKind kind);

/// The check with the largest bound among those that apply, of the proved or the published ones;
/// null if none does.
const BoundCheck* largest_bound(const std::vector<BoundCheck>& checks, bool proved);

}  // namespace sparlab::model
