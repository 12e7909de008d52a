#pragma once

#include <string>
#include <string_view>

namespace sparlab::conformance {

/// The spec with which an algorithm is compared with the model in one call. The model's cost is the
/// mean over a period, so systems that keep state get a period of one call.
inline std::string one_call_spec(std::string_view algorithm) {
  // Values decide how many sums each owner keeps, and therefore whether it balances.
  if (algorithm == "oktopk") return "oktopk(tau=1, tau_prime=1, balance=never)";
  return std::string(algorithm);
}

}  // namespace sparlab::conformance
