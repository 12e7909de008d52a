#pragma once

#include <span>

#include "algos/registry/algorithm_info.hpp"
#include "algos/registry/code.hpp"
#include "model/algorithms/families.hpp"

/// The tables of the registry, one source file for each family.
namespace sparlab::algos {

struct RegisteredAlgorithm {
  AlgorithmInfo info;
  Code code{};
};

#define SPARLAB_DECLARE_FAMILY(family) std::span<const RegisteredAlgorithm> family##_algorithms();
SPARLAB_FOR_FAMILIES(SPARLAB_DECLARE_FAMILY)
#undef SPARLAB_DECLARE_FAMILY

}  // namespace sparlab::algos
