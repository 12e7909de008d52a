#include "tests/conformance/suite/layered_supports.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <span>
#include <utility>

namespace sparlab::conformance {
namespace {

struct Layer {
  std::uint64_t channels;
  std::uint64_t weights;  ///< of one channel
};

/// A 3 x 3 convolution, and the scale and shift that follow it.
void add_convolution(std::vector<Layer>& layers, std::uint64_t from, std::uint64_t to) {
  layers.push_back({to, 9 * from});
  layers.push_back({2 * to, 1});
}

std::vector<Layer> layers_of_network() {
  std::vector<Layer> layers;
  add_convolution(layers, 3, 16);
  std::uint64_t from = 16;
  for (const std::uint64_t to : {16, 32, 64}) {
    for (int convolution = 0; convolution < 6; ++convolution) {
      add_convolution(layers, from, to);
      from = to;
    }
  }
  layers.push_back({10, 64});
  layers.push_back({10, 1});
  return layers;
}

/// The standard deviation of each weight's gradient.
std::vector<float> scales(const LayeredGradients& gradients) {
  std::mt19937_64 random(gradients.seed);
  std::normal_distribution<double> normal;
  std::vector<float> scales;
  for (const Layer& layer : layers_of_network()) {
    const auto size = static_cast<double>(layer.channels * layer.weights);
    const double of_layer = std::pow(size, -gradients.by_size) * std::exp(0.3 * normal(random));
    for (std::uint64_t channel = 0; channel < layer.channels; ++channel) {
      const double scale = of_layer * std::exp(gradients.by_channel * normal(random));
      scales.insert(scales.end(), layer.weights, static_cast<float>(scale));
    }
  }
  return scales;
}

std::vector<float> normals(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

std::vector<std::uint32_t> largest(std::span<const float> values, std::uint64_t entries) {
  std::vector<std::pair<float, std::uint32_t>> ordered;
  for (std::uint32_t i = 0; i < values.size(); ++i) ordered.emplace_back(std::abs(values[i]), i);
  const auto end = ordered.begin() + static_cast<std::ptrdiff_t>(entries);
  std::nth_element(ordered.begin(), end, ordered.end(), std::greater<>());
  std::vector<std::uint32_t> indices;
  for (auto entry = ordered.begin(); entry != end; ++entry) indices.push_back(entry->second);
  std::ranges::sort(indices);
  return indices;
}

}  // namespace

std::uint64_t layered_universe() {
  std::uint64_t size = 0;
  for (const Layer& layer : layers_of_network()) size += layer.channels * layer.weights;
  return size;
}

Supports layered_supports(const LayeredGradients& gradients, int ranks, std::uint64_t entries) {
  const std::vector<float> scale = scales(gradients);
  const std::vector<float> common = normals(scale.size(), gradients.seed + 1);
  const auto of_common = static_cast<float>(std::sqrt(gradients.common));
  const auto of_own = static_cast<float>(std::sqrt(1 - gradients.common));
  Supports supports;
  for (int rank = 0; rank < ranks; ++rank) {
    std::vector<float> values =
        normals(scale.size(), gradients.seed + 1000 + static_cast<std::uint64_t>(rank));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = scale[i] * (of_common * common[i] + of_own * values[i]);
    }
    supports.push_back(largest(values, entries));
  }
  return supports;
}

}  // namespace sparlab::conformance
