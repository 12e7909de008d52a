#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/kernels/coo_view.hpp"

/// RedSync's quantization: entries of one sign, all sent as their mean. Which sign is due
/// alternates from iteration to iteration. The sum over the set is kept (to the rounding of the
/// mean), the single values are not.
///
/// Source: Fang and Hsieh, RedSync, section on quantization. If the selected entries mix signs, as
/// they do when fewer of one sign exist than were asked for, those of the other sign and zeros are
/// left out: the published rule would let them cancel in the mean.
namespace sparlab::algos::quantizers {

enum class Sign : std::uint8_t { positive, negative };

/// Zeros have neither sign; NaN has both, so that none is lost silently.
template <class Value>
bool has_sign(Value value, Sign sign) {
  return sign == Sign::positive ? !(value <= 0) : !(value >= 0);
}

template <class Value, class Index>
struct SignMean {
  std::vector<Index> indices;  ///< strictly increasing
  Value mean = 0;              ///< 0 if there are no indices
};

/// The entries of this sign and their mean: NaN if there is one among them, else infinite if there
/// is an infinity.
template <class Value, class Index>
SignMean<Value, Index> sign_mean(kernels::CooView<Value, Index> entries, Sign sign);

/// The published rule: all entries and their mean, whatever their signs.
template <class Value, class Index>
SignMean<Value, Index> mixed_mean(kernels::CooView<Value, Index> entries);

/// Wire format: the number of indices as an Index, the indices, the mean as a Value. For 32 bits:
/// k+2 words.
template <class Value, class Index>
std::vector<std::byte> encode_sign_mean(const SignMean<Value, Index>& set);

/// Bytes of the encoding at the front of `rest`, by its count. Throws WireError if it is cut off.
template <class Value, class Index>
std::size_t sign_mean_extent(std::span<const std::byte> rest);

/// Checks the length, that indices increase strictly and are below `universe`, and that an empty
/// set has mean 0; throws WireError.
template <class Value, class Index>
SignMean<Value, Index> decode_sign_mean(std::span<const std::byte> bytes, std::uint64_t universe);

}  // namespace sparlab::algos::quantizers
