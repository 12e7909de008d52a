#include "tests/conformance/suite/definition.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algos/registry/registry.hpp"

namespace sparlab::conformance {

std::vector<Definition> all_definitions(std::uint64_t k) {
  std::vector<Definition> all;
  for (auto& family :
       {top_k_definitions(k), oktopk_definitions(k), redsync_definitions(k),
        s2_reducer_definitions(), sparcml_definitions(), quantized_sum_definitions()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

bool accepts(const std::string& spec, const Scenario& scenario) {
  try {
    model::Algorithm(spec, {scenario.inputs.size(), scenario.universe}).spec();
    return true;
  } catch (const model::ParameterError&) {
    return false;
  }
}

Entries entries_of(const RankInput& input) {
  Entries entries;
  for (std::size_t i = 0; i < input.indices.size(); ++i) {
    entries[input.indices[i]] = input.values[i];
  }
  return entries;
}

void add(Entries& sum, const Entries& more) {
  for (const auto& [index, value] : more) sum[index] += value;
}

Entries sum_of(const Scenario& scenario) {
  Entries sum;
  for (const RankInput& input : scenario.inputs) add(sum, entries_of(input));
  return sum;
}

Entries top_k_of(const Entries& entries, std::uint64_t k) {
  std::vector<std::pair<std::uint64_t, double>> ranked(entries.begin(), entries.end());
  const auto larger = [](const auto& a, const auto& b) {
    const bool a_nan = std::isnan(a.second);
    const bool b_nan = std::isnan(b.second);
    return a_nan || b_nan ? a_nan && !b_nan : std::abs(a.second) > std::abs(b.second);
  };
  std::ranges::stable_sort(ranked, larger);
  if (ranked.size() > k) ranked.resize(static_cast<std::size_t>(k));
  return {ranked.begin(), ranked.end()};
}

bool has_nan(const Scenario& scenario) {
  return std::ranges::any_of(scenario.inputs, [](const RankInput& input) {
    return std::ranges::any_of(input.values, [](double value) { return std::isnan(value); });
  });
}

}  // namespace sparlab::conformance
