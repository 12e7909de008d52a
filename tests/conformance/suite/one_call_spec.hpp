#pragma once

#include <string>
#include <string_view>

namespace sparlab::conformance {

/// The spec by which an algorithm is held against the model in one call. The model's cost is the
/// mean over a period, hence systems that keep state get periods of one call.
inline std::string one_call_spec(std::string_view algorithm) {
  // Which owner keeps how much of the sums is decided by values, and so is whether it balances.
  if (algorithm == "oktopk") return "oktopk(tau=1, tau_prime=1, balance=never)";
  return std::string(algorithm);
}

}  // namespace sparlab::conformance
