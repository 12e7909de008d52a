#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/kernels/coo.hpp"

/// RedSync's quantization: entries of one sign are all sent as their mean. The sign alternates from
/// iteration to iteration. The sum over the set is kept (up to the rounding of the mean); the
/// single values are lost.
///
/// Source: Fang and Hsieh, RedSync, section on quantization. If there are fewer entries of one sign
/// than requested, the selection contains both signs. Then zeros and entries of the other sign are
/// left out: under the published rule they would cancel in the mean.
namespace sparlab::algos::quantizers {

enum class Sign : std::uint8_t { positive, negative };

/// Zeros have neither sign; NaN has both, so that no NaN is lost silently.
template <class Value>
bool has_sign(Value value, Sign sign) {
  return sign == Sign::positive ? !(value <= 0) : !(value >= 0);
}

template <class Value, class Index>
struct SignMean {
  std::vector<Index> indices;  ///< strictly increasing
  Value mean{0};               ///< 0 if there are no indices
};

/// The entries of this sign and their mean. The mean is NaN if an entry is NaN, otherwise infinite
/// if an entry is infinite.
template <class Value, class Index>
SignMean<Value, Index> sign_mean(kernels::CooView<Value, Index> entries, Sign sign);

/// The published rule: all entries and their mean, regardless of sign.
template <class Value, class Index>
SignMean<Value, Index> mixed_mean(kernels::CooView<Value, Index> entries);

/// Wire format: the number of indices as an Index, the indices, the mean as a Value. For 32 bits:
/// k+2 words.
template <class Value, class Index>
std::vector<std::byte> encode_sign_mean(const SignMean<Value, Index>& set);

/// Size in bytes of the encoding at the front of `rest`, from its count. Throws WireError if
/// truncated.
template <class Value, class Index>
std::size_t sign_mean_extent(std::span<const std::byte> rest);

/// Checks the length, that indices increase strictly and are below `universe`, and that the mean of
/// an empty set is 0; throws WireError.
template <class Value, class Index>
SignMean<Value, Index> decode_sign_mean(std::span<const std::byte> bytes, std::uint64_t universe);

}  // namespace sparlab::algos::quantizers
