#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/conformance/suite/scenario.hpp"

namespace sparlab::conformance {

/// A vector by its nonzeros.
using Entries = std::map<std::uint64_t, double>;

/// What an approximate algorithm must return, computed serially and without its code: by sorting,
/// loops over ranks, and where the algorithm draws random numbers, the same draws.
struct Definition {
  std::string spec;                                ///< "gtopk(k=8)"
  std::function<Entries(const Scenario&)> result;  ///< of a first call
  std::function<bool(const Scenario&)> applies = [](const Scenario&) { return true; };
};

/// By family, as in algos/registry. Each algorithm that is not exact has at least one.
std::vector<Definition> top_k_definitions();
std::vector<Definition> oktopk_definitions();
std::vector<Definition> redsync_definitions();
std::vector<Definition> s2_reducer_definitions();
std::vector<Definition> sparcml_definitions();

std::vector<Definition> all_definitions();

/// Whether the scenario's P and N are ones for which the spec is accepted: no k beyond N.
bool accepts(const std::string& spec, const Scenario& scenario);

/// One rank's input by index.
Entries entries_of(const RankInput& input);
/// Adds `more` to `sum`.
void add(Entries& sum, const Entries& more);
/// The sum of all inputs.
Entries sum_of(const Scenario& scenario);
/// The k entries of largest magnitude, NaN above all, of equal ones those with the lower indices.
Entries top_k_of(const Entries& entries, std::uint64_t k);
/// Whether a value of the scenario is NaN.
bool has_nan(const Scenario& scenario);

}  // namespace sparlab::conformance
