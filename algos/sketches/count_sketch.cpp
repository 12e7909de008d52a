#include "algos/sketches/count_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algos/kernels/hash.hpp"
#include "algos/kernels/instantiate.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos::sketches {
namespace {

template <std::size_t kCount>
std::array<std::uint64_t, kCount> random_coefficients(std::uint64_t key) {
  std::array<std::uint64_t, kCount> coefficients;
  for (std::uint64_t& coefficient : coefficients) do {
      key = kernels::mix64(key);
      coefficient = key >> 3;
    } while (coefficient >= kMersenne61);
  return coefficients;
}

/// Different (seed, number) give unrelated keys.
std::uint64_t key_of(std::uint64_t seed, std::uint64_t number) {
  return kernels::mix64(kernels::mix64(seed) ^ number);
}

}  // namespace

RowHash::RowHash(std::uint64_t seed, std::uint64_t row)
    : column_(random_coefficients<2>(key_of(seed, 2 * row))),
      sign_(random_coefficients<4>(key_of(seed, 2 * row + 1))) {}

template <class Value>
CountSketch<Value>::CountSketch(const CountSketchOptions& options) : options_(options) {
  // More would overflow the number of cells.
  SPARLAB_EXPECTS(options.rows % 2 == 1 && options.rows < (1 << 16));
  SPARLAB_EXPECTS(options.columns >= 1 && options.columns <= (std::uint64_t{1} << 40));
  for (std::uint64_t row = 0; row < options.rows; ++row) hashes_.emplace_back(options.seed, row);
  cells_.resize(options.rows * options.columns);
}

template <class Value>
void CountSketch<Value>::add(std::uint64_t index, Value value) {
  SPARLAB_EXPECTS(index < kMersenne61);
  Value* row = cells_.data();
  for (const RowHash& hash : hashes_) {
    row[hash.column(index, options_.columns)] += hash.sign(index) > 0 ? value : -value;
    row += options_.columns;
  }
}

template <class Value>
Value CountSketch<Value>::estimate(std::uint64_t index) const {
  SPARLAB_EXPECTS(index < kMersenne61);
  thread_local std::vector<Value> estimates;
  estimates.clear();
  const Value* row = cells_.data();
  for (const RowHash& hash : hashes_) {
    const Value cell = row[hash.column(index, options_.columns)];
    if (std::isnan(cell)) return std::numeric_limits<Value>::quiet_NaN();
    estimates.push_back(hash.sign(index) > 0 ? cell : -cell);
    row += options_.columns;
  }
  const auto middle = estimates.begin() + static_cast<std::ptrdiff_t>(estimates.size() / 2);
  std::nth_element(estimates.begin(), middle, estimates.end());
  return *middle;
}

#define SPARLAB_INSTANTIATE(Value) template class CountSketch<Value>;
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::sketches
