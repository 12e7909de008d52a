#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "algos/allreduce.hpp"
#include "algos/reducer.hpp"
#include "algos/registry/algorithm_info.hpp"

/// All algorithms by name. Where code runs, an algorithm is given by a spec, "name" or
/// "name(parameter=value, ...)": see model/parameters/settings.hpp.
namespace sparlab::algos {

/// All algorithms, in the order in which tables list them.
std::span<const AlgorithmInfo> algorithms();

/// The names that make_reducer accepts, for messages: "dense_ring, sparse_allgather, ...".
std::string algorithm_names();

/// By a spec or name; null if there is no such algorithm.
const AlgorithmInfo* find_algorithm(std::string_view spec);

/// The spec in its one spelling: settings in the order of the parameters, defaults left out.
/// Errors  ParameterError: an unknown algorithm or parameter, or a value that no P and N accept.
std::string canonical_spec(std::string_view spec);

/// The same, checked against P and N, too.
std::string checked_spec(std::string_view spec, const model::Shape& shape);

/// Calls after which what the algorithm does repeats; 1 unless it keeps state.
/// Errors  ParameterError, as above.
std::uint64_t period_of(std::string_view spec);

/// One rank's side of an algorithm; null for native_mpi ones.
///
/// Errors  ParameterError: an unknown algorithm or parameter, or a value that no P and N accept;
///         from the first call on also one that its P and N do not accept.
template <class Stream>
std::unique_ptr<Reducer<Stream>> make_reducer(std::string_view spec,
                                              const AllreduceOptions<Stream>& options);

template <class Stream>
using AllreduceByName =
    std::function<Stream(runtime::Comm&, Stream, const AllreduceOptions<Stream>&)>;

/// The algorithm as a function that keeps nothing between calls: each is a first call. Empty for
/// native_mpi ones.
/// Errors  ParameterError for an unknown algorithm; when it is called, as make_reducer and its
/// calls.
template <class Stream>
AllreduceByName<Stream> find_allreduce(std::string_view spec);

}  // namespace sparlab::algos
