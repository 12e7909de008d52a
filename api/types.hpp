#pragma once

#include <sparlab/sparlab.h>

#include <cstdint>
#include <type_traits>

#include "algos/kernels/half_precision.hpp"

/// The types of values and indices of the C interface.
namespace sparlab::api {

template <class Value>
inline constexpr sparlab_value_type kValueType =
    std::is_same_v<Value, float>             ? SPARLAB_F32
    : std::is_same_v<Value, double>          ? SPARLAB_F64
    : std::is_same_v<Value, algos::BFloat16> ? SPARLAB_BF16
                                             : SPARLAB_F16;

template <class Index>
inline constexpr sparlab_index_type kIndexType =
    std::is_same_v<Index, std::uint32_t> ? SPARLAB_U32 : SPARLAB_U64;

}  // namespace sparlab::api
