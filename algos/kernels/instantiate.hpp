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

/// MACRO(Value, Index, arguments...) for the types that every algorithm is compiled for.
#define SPARLAB_FOR_MAIN_TYPES(MACRO, ...)               \
  MACRO(float, std::uint32_t __VA_OPT__(, ) __VA_ARGS__) \
  MACRO(double, std::uint64_t __VA_OPT__(, ) __VA_ARGS__)

/// The other types that algorithms are compiled for, unless the CMake option
/// SPARLAB_ALL_STREAM_TYPES is off.
#define SPARLAB_FOR_OTHER_TYPES(MACRO, ...)                                 \
  MACRO(float, std::uint64_t __VA_OPT__(, ) __VA_ARGS__)                    \
  MACRO(double, std::uint32_t __VA_OPT__(, ) __VA_ARGS__)                   \
  MACRO(sparlab::algos::BFloat16, std::uint32_t __VA_OPT__(, ) __VA_ARGS__) \
  MACRO(sparlab::algos::Float16, std::uint32_t __VA_OPT__(, ) __VA_ARGS__)

/// The types that only parts of algorithms use: selectors choose among 64-bit positions.
#define SPARLAB_FOR_INNER_TYPES(MACRO, ...)                                 \
  MACRO(sparlab::algos::BFloat16, std::uint64_t __VA_OPT__(, ) __VA_ARGS__) \
  MACRO(sparlab::algos::Float16, std::uint64_t __VA_OPT__(, ) __VA_ARGS__)

/// All types, for which kernels and streams are compiled.
#define SPARLAB_FOR_VALUES_AND_INDICES(MACRO, ...)          \
  SPARLAB_FOR_MAIN_TYPES(MACRO __VA_OPT__(, ) __VA_ARGS__)  \
  SPARLAB_FOR_OTHER_TYPES(MACRO __VA_OPT__(, ) __VA_ARGS__) \
  SPARLAB_FOR_INNER_TYPES(MACRO __VA_OPT__(, ) __VA_ARGS__)
