#pragma once

#include <cstdint>

/// The value and index types that every kernel is compiled for.
#define SPARLAB_FOR_VALUES_AND_INDICES(MACRO) \
  MACRO(float, std::uint32_t)                 \
  MACRO(float, std::uint64_t)                 \
  MACRO(double, std::uint32_t)                \
  MACRO(double, std::uint64_t)
