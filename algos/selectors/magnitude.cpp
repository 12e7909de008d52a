#include "algos/selectors/magnitude.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "algos/kernels/instantiate.hpp"

namespace sparlab::algos::selectors {
namespace {

constexpr std::size_t kBlock = 2048;
constexpr std::size_t kLanes = 16;  ///< independent sums, so that the loops are vectorized
using Lanes = std::array<double, kLanes>;

double total(const Lanes& lanes) {
  double sum = 0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

struct Sums {
  double count = 0;
  double mean = 0;
  double magnitudes = 0;
  double squares = 0;  ///< sum of squared distances from the mean
  double largest = 0;

  /// Combines two parts by the rule of Chan, Golub and LeVeque.
  void add(const Sums& other) {
    if (other.count == 0) return;
    const double both = count + other.count;
    const double distance = other.mean - mean;
    squares += other.squares + distance * distance * (count / both) * other.count;
    mean += distance * (other.count / both);
    magnitudes += other.magnitudes;
    largest = std::max(largest, other.largest);
    count = both;
  }
};

/// Sums of `size` values, a multiple of kLanes; padding is marked as not finite.
Sums block_sums(const std::array<double, kBlock>& values, const std::array<double, kBlock>& finite,
                std::size_t size) {
  Lanes sums{};
  Lanes magnitudes{};
  Lanes counts{};
  Lanes largest{};
  for (std::size_t i = 0; i < size; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double magnitude = std::abs(values[i + lane]);
      sums[lane] += values[i + lane];
      magnitudes[lane] += magnitude;
      counts[lane] += finite[i + lane];
      largest[lane] = largest[lane] < magnitude ? magnitude : largest[lane];
    }
  }
  Sums block;
  block.count = total(counts);
  if (block.count == 0) return block;
  block.mean = total(sums) / block.count;
  block.magnitudes = total(magnitudes);
  block.largest = *std::max_element(largest.begin(), largest.end());
  Lanes squares{};
  for (std::size_t i = 0; i < size; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double distance = (values[i + lane] - block.mean) * finite[i + lane];
      squares[lane] += distance * distance;
    }
  }
  block.squares = total(squares);
  return block;
}

template <class Value>
Sums scaled_sums(std::span<const Value> values, double scale) {
  Sums sums;
  std::array<double, kBlock> scaled;
  std::array<double, kBlock> finite;
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const std::size_t size = std::min(kBlock, values.size() - begin);
    for (std::size_t i = 0; i < size; ++i) {
      const bool is_finite = raw_magnitude_key(values[begin + i]) < kInfinityKey<Value>;
      finite[i] = is_finite ? 1.0 : 0.0;
      scaled[i] = is_finite ? static_cast<double>(values[begin + i]) * scale : 0.0;
    }
    const std::size_t padded = (size + kLanes - 1) / kLanes * kLanes;
    std::fill(finite.begin() + size, finite.begin() + padded, 0.0);
    std::fill(scaled.begin() + size, scaled.begin() + padded, 0.0);
    sums.add(block_sums(scaled, finite, padded));
  }
  return sums;
}

}  // namespace

template <class Value>
Moments moments_of(std::span<const Value> values, std::uint64_t& passes) {
  const auto pass = [&](double scale) {
    ++passes;
    return scaled_sums(values, scale);
  };
  constexpr double kLeast = 0x1p-400;
  constexpr double kMost = 0x1p400;
  Sums sums = pass(1.0);
  double scale = 1.0;
  if (sums.largest > kMost || (sums.largest > 0 && sums.largest < kLeast)) {
    // At most 2^1000, so that the scale itself does not overflow for denormals.
    scale = std::scalbn(1.0, std::min(-std::ilogb(sums.largest), 1000));
    sums = pass(scale);
  }
  if (sums.count == 0) return {};
  Moments moments;
  moments.finite = static_cast<std::uint64_t>(sums.count);
  moments.mean = sums.mean / scale;
  moments.mean_magnitude = sums.magnitudes / sums.count / scale;
  if (sums.count > 1) moments.deviation = std::sqrt(sums.squares / (sums.count - 1)) / scale;
  moments.largest_magnitude = sums.largest / scale;
  return moments;
}

Moments with_zeros(Moments moments, std::uint64_t zeros) {
  const auto values = static_cast<double>(moments.finite);
  const double all = values + static_cast<double>(zeros);
  if (zeros == 0 || all < 2) return moments;
  const double within = moments.deviation * moments.deviation * std::max(0.0, values - 1);
  const double between = moments.mean * moments.mean * values * (1 - values / all);
  moments.mean *= values / all;
  moments.mean_magnitude *= values / all;
  moments.deviation = std::sqrt((within + between) / (all - 1));
  moments.finite += zeros;
  return moments;
}

#define SPARLAB_INSTANTIATE(Value) \
  template Moments moments_of(std::span<const Value>, std::uint64_t&);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
