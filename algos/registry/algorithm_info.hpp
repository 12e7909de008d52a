#pragma once

#include <cstdint>
#include <string_view>

#include "model/parameters/parameter_set.hpp"

namespace sparlab::algos {

enum class Exactness : std::uint8_t {
  exact,        ///< the reduction of all inputs, up to rounding
  approximate,  ///< the result that its page in docs/algorithms defines
};

/// Whether input that is not in the result is kept.
enum class Mass : std::uint8_t {
  conserved,  ///< sum of inputs = sum of results + sum of residuals, up to rounding
  lost,       ///< some of it is lost; how much depends on the data
};

/// Properties of an algorithm that are known without running it.
struct AlgorithmInfo {
  std::string_view name;
  std::string_view title;
  std::string_view source;
  bool dense_input = false;   ///< works on dense vectors; a sparse input is made dense first
  bool dense_result = false;  ///< work and memory grow with N for any input
  bool native_mpi = false;    ///< the MPI library's own collective: only with engine `mpi`
  Exactness exactness = Exactness::exact;
  Mass mass = Mass::conserved;  ///< with default settings; see mass_of
  bool sum_only = false;        ///< refuses other operations
  bool chooses = false;         ///< uses AllreduceOptions::machine to choose
  std::string_view needs = "";  ///< a short text, e.g. "hash seeds shared by all ranks"
  model::ParameterSet parameters = model::parameter_set<model::NoParameters>();
};

}  // namespace sparlab::algos
