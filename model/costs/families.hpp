#pragma once

#include <span>
#include <string_view>

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/costs/published.hpp"
#include "model/parameters/fields.hpp"

/// The tables behind cost_of and published_cost, one source file each, grouped like the registry of
/// algorithms.
namespace sparlab::model {

struct NamedCost {
  std::string_view algorithm;
  Cost (*cost)(const Problem&, const Settings&);
};

template <Cost (*function)(const Problem&)>
Cost without_parameters(const Problem& problem, const Settings&) {
  return function(problem);
}

template <class Parameters, Cost (*function)(const Problem&, const Parameters&)>
Cost with_parameters(const Problem& problem, const Settings& settings) {
  return function(problem, read_parameters<Parameters>(settings));
}

#define SPARLAB_COST_FAMILY(family)            \
  std::span<const NamedCost> family##_costs(); \
  std::span<const PublishedCost> family##_published();

SPARLAB_COST_FAMILY(dense)
SPARLAB_COST_FAMILY(sparcml)
SPARLAB_COST_FAMILY(top_k)
SPARLAB_COST_FAMILY(oktopk)
SPARLAB_COST_FAMILY(redsync)
SPARLAB_COST_FAMILY(s2_reducer)
SPARLAB_COST_FAMILY(servers)
SPARLAB_COST_FAMILY(trees)
SPARLAB_COST_FAMILY(sparlab)

#undef SPARLAB_COST_FAMILY

}  // namespace sparlab::model
