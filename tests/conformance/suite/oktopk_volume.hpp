#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/costs/oktopk.hpp"
#include "tests/conformance/suite/streams.hpp"

/// Measures the words that ranks move in calls of Ok-Topk, for favourable and unfavourable inputs.
namespace sparlab::conformance {

/// The words that a rank may have to move in one call, as published: 6k (P-1)/P, 2k for splitting
/// and 4k for balancing and gathering.
inline double oktopk_published_words(std::uint64_t ranks, double k) {
  return 6 * k * static_cast<double>(ranks - 1) / static_cast<double>(ranks);
}

/// Inputs of all ranks, call after call.
struct OktopkInput {
  std::string name;
  std::string settings;  ///< in addition to k: ", balance=never"
  std::function<FloatStream(int rank, int ranks, int call)> stream;
};

/// k = kOktopkK, over kOktopkUniverse indices. Random and clustered supports; all supports in one
/// small region from the start, or only after the ranks have agreed on regions; ranks with supports
/// in different places; results whose imbalance equals the trigger's factor, and unbalanced results
/// without a trigger; and magnitudes that grow from call to call, so that thresholds select too
/// many entries.
inline constexpr std::uint64_t kOktopkK = 1024;
inline constexpr std::uint64_t kOktopkUniverse = std::uint64_t{1} << 20;
std::vector<OktopkInput> oktopk_inputs();

struct OktopkMeasurement {
  model::OktopkCall call;
  double split_words = 0;   ///< maximum over ranks of the larger of sent and received
  double gather_words = 0;  ///< of balancing and all gathering
  double number_words = 0;  ///< of agreements and of gathering counts
  double words = 0;         ///< of all steps of one rank, maximum over ranks; without headers
  model::OktopkWords bound;
};

/// Calls 0 (evaluates thresholds and agrees on regions) and 1 (an ordinary one).
std::vector<OktopkMeasurement> measure_oktopk(const OktopkInput& input, int ranks);

/// Numbers of the corrections (docs/algorithms/oktopk.md) that take effect in this call: "1, 3".
std::string corrections_at_work(const OktopkMeasurement& measured);

}  // namespace sparlab::conformance
