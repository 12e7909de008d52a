#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "algos/interface/allreduce.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/registry/algorithm_info.hpp"

/// All algorithms by name. A spec, "name" or "name(parameter=value, ...)", identifies an algorithm:
/// see model/parameters/settings.hpp.
namespace sparlab::algos {

/// All algorithms, in the order of the tables.
std::span<const AlgorithmInfo> algorithms();

/// The names that make_reducer accepts, for messages: "dense_ring, sparse_allgather, ...".
std::string algorithm_names();

/// Finds an algorithm by spec or name; null if it does not exist.
const AlgorithmInfo* find_algorithm(std::string_view spec);

/// The canonical spelling of a spec: settings in the order of the parameters, without defaults.
/// Errors  ParameterError: an unknown algorithm or parameter, or a value that no P and N accept.
std::string canonical_spec(std::string_view spec);

/// The same, also checked against P and N.
std::string checked_spec(std::string_view spec, const model::Shape& shape);

/// The number of calls after which the behaviour repeats; 1 unless the algorithm keeps state.
/// Errors  ParameterError, as above.
std::uint64_t period_of(std::string_view spec);

/// One rank's side of an algorithm; null for native_mpi algorithms.
///
/// Errors  ParameterError: an unknown algorithm or parameter, or a value that no P and N accept;
///         from the first call on, also a value that the actual P and N do not accept.
template <class Stream>
std::unique_ptr<Reducer<Stream>> make_reducer(std::string_view spec,
                                              const AllreduceOptions<Stream>& options);

/// The algorithm as a stateless function: each call is a first call. Empty for native_mpi
/// algorithms.
/// Errors  ParameterError for an unknown algorithm; a call throws the same errors as make_reducer
///         and the first call of its reducer.
template <class Stream>
AllreduceByName<Stream> find_allreduce(std::string_view spec);

}  // namespace sparlab::algos
