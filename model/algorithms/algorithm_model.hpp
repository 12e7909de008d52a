#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/algorithms/published_cost.hpp"
#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/parameter_set.hpp"

/// The table of all algorithms: what the model knows of each. Class Algorithm looks rows up.
namespace sparlab::model {

struct AlgorithmModel {
  std::string_view name;
  ParameterSet parameters = parameter_set<NoParameters>();
  /// The cost as implemented. Null if the code is another library's.
  Cost (*cost)(const Problem&, const ParameterValues&) = nullptr;
  std::optional<PublishedCost> published = {};
  /// Its phases are a reduce_scatter and an allgatherv; `cost` is that of Problem::collective.
  bool two_phases = false;
  /// From how many roots it also broadcasts; `cost` is that of Problem::collective.
  enum class Broadcasts : std::uint8_t { none, from_one_root, from_roots };
  Broadcasts broadcasts = Broadcasts::none;

  constexpr bool computes(Collective collective, std::uint64_t roots) const {
    if (collective == Collective::allreduce) return true;
    if (collective != Collective::broadcast) return two_phases;
    return broadcasts >= (roots > 1 ? Broadcasts::from_roots : Broadcasts::from_one_root);
  }
};

/// The row of an algorithm of two phases.
constexpr AlgorithmModel with_two_phases(AlgorithmModel row) {
  row.two_phases = true;
  return row;
}

/// The row of an algorithm that also broadcasts, from one root or from any number of them.
constexpr AlgorithmModel with_broadcast(AlgorithmModel row) {
  row.broadcasts = AlgorithmModel::Broadcasts::from_one_root;
  return row;
}
constexpr AlgorithmModel with_broadcast_from_roots(AlgorithmModel row) {
  row.broadcasts = AlgorithmModel::Broadcasts::from_roots;
  return row;
}

namespace detail {

template <auto cost>
struct CostFunction;

template <Cost (*function)(const Problem&)>
struct CostFunction<function> {
  using Parameters = NoParameters;
  static Cost cost(const Problem& problem, const ParameterValues&) { return function(problem); }
};

template <class Struct, Cost (*function)(const Problem&, const Struct&)>
struct CostFunction<function> {
  using Parameters = Struct;
  static Cost cost(const Problem& problem, const ParameterValues& values) {
    return function(problem, values);
  }
};

}  // namespace detail

/// The row of an algorithm whose cost is the function (problem) or (problem, parameters).
template <auto cost>
constexpr AlgorithmModel algorithm_model(std::string_view name,
                                         std::optional<PublishedCost> published = {}) {
  using Function = detail::CostFunction<cost>;
  return {name, parameter_set<typename Function::Parameters>(), Function::cost, published};
}

/// The rows of model/algorithms/NAME.cpp, in the order of all listings.
std::span<const AlgorithmModel> exact_models();        ///< dense baselines, SparCML
std::span<const AlgorithmModel> approximate_models();  ///< TopkA to SparDL, Ok-Topk, RedSync, S2
std::span<const AlgorithmModel> schedules_models();    ///< servers, schedules, our own
std::span<const AlgorithmModel> switch_models();       ///< those of switches that compute

/// All rows but those of switches that compute, which no program can choose.
std::span<const AlgorithmModel> algorithm_models();

/// Of any row. Null if there is no algorithm of that name.
const AlgorithmModel* find_algorithm_model(std::string_view name);

}  // namespace sparlab::model
