#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "algos/interface/allreduce.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/registry/algorithm_info.hpp"
#include "model/algorithms/algorithm.hpp"

/// The code of all algorithms by name; model::Algorithm parses specs.
namespace sparlab::algos {

/// All algorithms, in the order of the tables.
std::span<const AlgorithmInfo> algorithms();

/// Finds an algorithm by spec or name; null if it does not exist.
const AlgorithmInfo* find_algorithm(std::string_view spec);

/// The same for an algorithm that is known.
const AlgorithmInfo& info_of(const model::Algorithm& algorithm);

/// One rank's side of an algorithm; null for native algorithms.
///
/// Errors  ParameterError: a collective that the algorithm does not compute; from the first call
/// on,
///         a setting that P and N do not accept.
std::unique_ptr<Reducer> make_reducer(const model::Algorithm& algorithm,
                                      const AllreduceOptions& options);

/// The same for a spec. Errors  also those of model::Algorithm's constructor.
std::unique_ptr<Reducer> make_reducer(std::string_view spec, const AllreduceOptions& options);

/// The algorithm as a stateless function: each call is a first call. Empty for native
/// algorithms.
/// Errors  ParameterError, as make_reducer; a call throws what the first call of a reducer throws.
AllreduceByName find_allreduce(std::string_view spec);

}  // namespace sparlab::algos
