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

template <class Value, class Index>
struct SignMean {
  std::vector<Index> indices;  ///< strictly increasing
  Value mean = 0;              ///< 0 if there are no indices
};

/// The entries of this sign and their mean. NaN belongs to both signs and makes the mean NaN, so
/// that none is lost silently; an infinity makes it infinite.
template <class Value, class Index>
SignMean<Value, Index> sign_mean(kernels::CooView<Value, Index> entries, Sign sign);

/// Wire format: the number of indices as an Index, the indices, the mean as a Value. For 32 bits:
/// k+2 words.
template <class Value, class Index>
std::vector<std::byte> encode_sign_mean(const SignMean<Value, Index>& set);

/// Checks the length, that indices increase strictly and are below `universe`, and that an empty
/// set has mean 0; throws WireError.
template <class Value, class Index>
SignMean<Value, Index> decode_sign_mean(std::span<const std::byte> bytes, std::uint64_t universe);

}  // namespace sparlab::algos::quantizers
