#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "model/costs/oktopk_volume.hpp"

/// What ranks really move in calls of Ok-Topk, for inputs that are kind to it and for inputs that
/// are not.
namespace sparlab::conformance {

using FloatStream = algos::SparseStream<float, std::uint32_t>;

/// Inputs of all ranks, call after call.
struct OktopkInput {
  std::string name;
  std::string settings;  ///< beside k: ", balance=never"
  std::function<FloatStream(int rank, int ranks, int call)> stream;
};

/// k = kOktopkK, over kOktopkUniverse indices. Random and clustered supports; all supports in one
/// small region from the start, or only once the regions are agreed on; ranks whose supports lie in
/// different places; results that are unbalanced by just the trigger's factor, and without any
/// trigger; and magnitudes that grow from call to call, so that thresholds let too much pass.
inline constexpr std::uint64_t kOktopkK = 1024;
inline constexpr std::uint64_t kOktopkUniverse = std::uint64_t{1} << 20;
std::vector<OktopkInput> oktopk_inputs();

struct OktopkMeasurement {
  model::OktopkCall call;
  double split_words = 0;   ///< the largest over ranks of the larger of sent and received
  double gather_words = 0;  ///< of balancing and all gathering
  double number_words = 0;  ///< of agreeing and of gathering counts
  double words = 0;         ///< of all steps of one rank, the largest over ranks; without headers
  model::OktopkWords bound;
};

/// Calls 0 (evaluates thresholds and agrees on regions) and 1 (an ordinary one).
std::vector<OktopkMeasurement> measure_oktopk(const OktopkInput& input, int ranks);

/// Numbers of the corrections (docs/algorithms/oktopk.md) of which the call is a case: "1, 3".
std::string corrections_at_work(const OktopkMeasurement& measured);

}  // namespace sparlab::conformance
