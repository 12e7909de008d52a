#include "runtime/capi/arguments.hpp"

#include <fmt/format.h>

#include "algos/registry/registry.hpp"
#include "runtime/capi/comm_cache.hpp"

namespace sparlab::runtime::capi {

void require(bool holds, const char* rule) {
  if (!holds) throw Refusal(SPARLAB_INVALID_ARGUMENT, rule);
}

std::string checked_algorithm(const char* algorithm, MPI_Comm communicator,
                              std::uint64_t universe) {
  require(algorithm != nullptr, "algorithm must not be NULL");
  const algos::AlgorithmInfo* const info = algos::find_algorithm(algorithm);
  if (info == nullptr || info->native_mpi) {
    throw Refusal(SPARLAB_UNKNOWN_ALGORITHM,
                  fmt::format("no algorithm is called '{}'; there are: {}",
                              model::name_of_spec(algorithm), algos::algorithm_names()));
  }
  require(communicator != MPI_COMM_NULL, "the communicator is MPI_COMM_NULL");
  try {
    return algos::checked_spec(algorithm, {ranks_of(communicator), universe});
  } catch (const model::ParameterError& error) {
    throw Refusal(SPARLAB_INVALID_ARGUMENT, fmt::format("{}: {}", algorithm, error.what()));
  }
}

}  // namespace sparlab::runtime::capi
