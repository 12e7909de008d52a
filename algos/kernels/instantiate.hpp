#pragma once

#include <cstdint>

#include "algos/kernels/half_precision.hpp"

/// The types of values and indices, for explicit instantiations. A further type needs a line in
/// each list that it belongs to.

#define SPARLAB_FOR_VALUES(MACRO) \
  MACRO(float)                    \
  MACRO(double)                   \
  MACRO(sparlab::algos::BFloat16) \
  MACRO(sparlab::algos::Float16)

#define SPARLAB_FOR_INDICES(MACRO) \
  MACRO(std::uint32_t)             \
  MACRO(std::uint64_t)

/// MACRO(Value, Index) for the types of streams that algorithms accept (algos/streams/stream.hpp).
#define SPARLAB_FOR_ALGORITHM_TYPES(MACRO)       \
  MACRO(float, std::uint32_t)                    \
  MACRO(float, std::uint64_t)                    \
  MACRO(double, std::uint32_t)                   \
  MACRO(double, std::uint64_t)                   \
  MACRO(sparlab::algos::BFloat16, std::uint32_t) \
  MACRO(sparlab::algos::Float16, std::uint32_t)

/// All types, for which kernels and streams are compiled: selectors choose among 64-bit positions.
#define SPARLAB_FOR_VALUES_AND_INDICES(MACRO)    \
  SPARLAB_FOR_ALGORITHM_TYPES(MACRO)             \
  MACRO(sparlab::algos::BFloat16, std::uint64_t) \
  MACRO(sparlab::algos::Float16, std::uint64_t)
