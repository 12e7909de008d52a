#include <fmt/format.h>

#include <algorithm>

#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {
namespace {

/// Topk(sum of Topk). With k = 0 the inputs are not cut, and the largest of their counts is the k
/// of the sum.
Entries top_k_of_top_k(const Scenario& scenario, std::uint64_t k) {
  Entries sum;
  std::uint64_t largest = 0;
  for (const RankInput& input : scenario.inputs) {
    const std::uint64_t own_k = k == 0 ? input.indices.size() : k;
    largest = std::max(largest, own_k);
    add(sum, top_k_of(entries_of(input), own_k));
  }
  return top_k_of(sum, largest);
}

Definition defined(std::string spec, std::uint64_t k) {
  return {std::move(spec), [k](const Scenario& scenario) { return top_k_of_top_k(scenario, k); },
          [k](const Scenario& scenario) { return k <= scenario.universe && !has_nan(scenario); }};
}

}  // namespace

std::vector<Definition> oktopk_definitions(std::uint64_t k) {
  return {
      defined("oktopk", 0),
      defined(fmt::format("oktopk(k={})", k), k),
      defined("oktopk(k=20, tau=1, tau_prime=1, balance=always)", 20),
      defined(fmt::format("oktopk(k={}, tau_prime=2, window=1, rotation=false, feedback=vgg)", k),
              k),
      defined("oktopk(k=3, boundaries=equal, regather=false, window=100)", 3),
  };
}

}  // namespace sparlab::conformance
