#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/conformance/suite/scenario.hpp"

namespace sparlab::conformance {

/// The nonzeros of a vector.
using Entries = std::map<std::uint64_t, double>;

/// The result that an approximate algorithm must return, computed serially and without its code: by
/// sorting, by loops over ranks and, where the algorithm draws random numbers, with the same
/// numbers.
struct Definition {
  std::string spec;                                ///< "gtopk(k=8)"
  std::function<Entries(const Scenario&)> result;  ///< the result of a first call
  std::function<bool(const Scenario&)> applies = [](const Scenario&) { return true; };
};

/// By family, as in algos/registry. Each approximate algorithm has at least one definition. Most
/// definitions select k entries.
std::vector<Definition> top_k_definitions(std::uint64_t k);
std::vector<Definition> oktopk_definitions(std::uint64_t k);
std::vector<Definition> redsync_definitions(std::uint64_t k);
std::vector<Definition> s2_reducer_definitions();
std::vector<Definition> sparcml_definitions();
std::vector<Definition> quantized_sum_definitions();

std::vector<Definition> all_definitions(std::uint64_t k);

/// Systems with settings that send the same messages as the definitions above, so that one engine
/// is enough to test them.
std::vector<Definition> top_k_variants();
std::vector<Definition> redsync_variants();

/// Whether the spec is accepted for the scenario's P and N: k must not exceed N.
bool accepts(const std::string& spec, const Scenario& scenario);

/// One rank's input, keyed by index.
Entries entries_of(const RankInput& input);
/// Adds `more` to `sum`.
void add(Entries& sum, const Entries& more);
/// The sum of all inputs.
Entries sum_of(const Scenario& scenario);
/// The k entries of largest magnitude, NaN above all; among equal magnitudes those with lower
/// indices.
Entries top_k_of(const Entries& entries, std::uint64_t k);
/// Whether the scenario contains a NaN.
bool has_nan(const Scenario& scenario);

}  // namespace sparlab::conformance
