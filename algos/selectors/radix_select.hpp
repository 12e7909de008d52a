#pragma once

#include <cstdint>
#include <span>

#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

/// The k-th largest key of a vector, and the number of the k largest that equal it.
template <class Value>
struct RankedKey {
  MagnitudeKey<Value> key;
  std::uint64_t ties;
};

/// Uses histograms of 11 bits in each pass, from the highest bits down; 0 < k <= values.size(). Its
/// time hardly depends on the values. Adds its passes to `work`.
template <class Value>
RankedKey<Value> radix_select(std::span<const Value> values, std::uint64_t k, SelectionWork& work);

}  // namespace sparlab::algos::selectors
