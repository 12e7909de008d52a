#pragma once

#include <span>
#include <string_view>

#include "algos/allreduce.hpp"

namespace sparlab::algos {

/// What users and tools may know of an algorithm without running it.
struct AlgorithmInfo {
  std::string_view name;
  std::string_view title;
  std::string_view source;
  bool dense_input = false;  ///< works on dense vectors; a sparse input is made dense first
  bool native_mpi = false;   ///< the MPI library's own collective: engine `mpi` only
};

/// All algorithms, in the order in which tables list them.
std::span<const AlgorithmInfo> algorithms();

/// Null if there is no such algorithm.
const AlgorithmInfo* find_algorithm(std::string_view name);

/// The algorithm's code for a stream type; null for unknown names and for native_mpi ones.
template <class Stream>
Allreduce<Stream> find_allreduce(std::string_view name);

}  // namespace sparlab::algos
