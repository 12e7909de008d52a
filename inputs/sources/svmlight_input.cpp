#include "inputs/sources/svmlight_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "inputs/files/data_error.hpp"
#include "inputs/files/random.hpp"
#include "inputs/files/recent.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/expected_recorded_fill_in.hpp"
#include "model/fill_in/minibatch_fill_in.hpp"

namespace sparlab::inputs {
namespace {

/// The label of the class y = +1; all other labels are y = -1.
double positive_label(const std::vector<double>& labels) {
  SPARLAB_EXPECTS(!labels.empty());
  const double first = labels.front();
  std::optional<double> other;
  for (const double label : labels) {
    if (label == first || label == other) continue;
    if (other) return first;
    other = label;
  }
  return other ? std::max(first, *other) : first;
}

/// The union of random minibatches. It does not depend on ranks and seed.
std::shared_ptr<const model::FillIn> minibatch_fill_in(
    const std::shared_ptr<const Samples>& samples, std::uint64_t universe, std::uint64_t batch) {
  using Key = std::tuple<std::shared_ptr<const Samples>, std::uint64_t, std::uint64_t>;
  static Recent<Key, model::FillIn> recent(2);
  return recent.get(Key{samples, universe, batch}, [&] {
    std::vector<std::uint64_t> sorted = samples->features;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::uint64_t> indices;
    std::vector<std::uint32_t> counts;
    for (const std::uint64_t feature : sorted) {
      if (indices.empty() || indices.back() != feature) {
        indices.push_back(feature);
        counts.push_back(0);
      }
      ++counts.back();
    }
    return std::make_shared<model::MinibatchFillIn>(universe, indices, counts, samples->size(),
                                                    batch);
  });
}

double weight(const Random& random, std::uint64_t feature) {
  return static_cast<double>(random.at(feature) >> 11) * (0.2 * 0x1p-53) - 0.1;
}

}  // namespace

SvmlightInput::SvmlightInput(std::shared_ptr<const Samples> samples, std::uint64_t universe,
                             std::uint64_t batch, std::uint64_t ranks, std::uint64_t seed)
    : samples_(std::move(samples)),
      universe_(universe == 0 ? samples_->universe : universe),
      batch_(batch),
      seed_(seed) {
  SPARLAB_EXPECTS(batch >= 1 && ranks >= 1 && universe_ >= samples_->universe);
  const std::uint64_t available = samples_->size();
  const std::uint64_t dealt = std::min(ranks, available / batch);
  extrapolates_ = dealt < ranks;
  constexpr std::uint64_t kLeast = model::UnionForecast::kLeastRanks;
  if (dealt == 0 || (extrapolates_ && dealt < kLeast)) {
    throw DataError(samples_->name, "", fmt::format("{} samples", available),
                    fmt::format("at least {} samples for each of {} ranks, or of {} to extrapolate "
                                "from",
                                batch, ranks, kLeast));
  }
  if (extrapolates_ && dealt > model::RecordedSupports::kMostRanks) {
    throw DataError(samples_->name, "", fmt::format("samples for {} of {} ranks", dealt, ranks),
                    fmt::format("for all ranks, or for at most {} to extrapolate from",
                                model::RecordedSupports::kMostRanks));
  }
  if (universe_ == 0)
    throw DataError(samples_->name, "", "samples without any feature", "at least one index:value");
  positive_ = positive_label(samples_->labels);
  deal(dealt);
  double total = 0;
  for (std::uint64_t rank = 0; rank < dealt; ++rank)
    total += static_cast<double>(features(rank).size());
  mean_nnz_ = total / static_cast<double>(dealt);
}

/// The beginning of a Fisher-Yates shuffle, so that a rank gets the same samples for any number of
/// ranks.
void SvmlightInput::deal(std::uint64_t ranks) {
  std::vector<std::size_t> order(samples_->size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(seed_, Purpose::samples, 0);
  const auto count = static_cast<std::size_t>(ranks * batch_);
  for (std::size_t i = 0; i < count; ++i)
    std::swap(order[i], order[i + static_cast<std::size_t>(random.below(order.size() - i))]);
  order.resize(count);
  dealt_ = std::move(order);
}

std::span<const std::size_t> SvmlightInput::minibatch(std::uint64_t rank) const {
  SPARLAB_EXPECTS(rank < dealt_.size() / batch_);
  return std::span(dealt_).subspan(static_cast<std::size_t>(rank * batch_),
                                   static_cast<std::size_t>(batch_));
}

std::vector<std::uint64_t> SvmlightInput::features(std::uint64_t rank) const {
  std::vector<std::uint64_t> held;
  for (const std::size_t sample : minibatch(rank)) {
    const auto features = samples_->features_of(sample);
    held.insert(held.end(), features.begin(), features.end());
  }
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  return held;
}

model::RecordedSupports SvmlightInput::supports() const {
  std::vector<std::vector<std::uint64_t>> held;
  for (std::uint64_t rank = 0; rank < dealt_.size() / batch_; ++rank)
    held.push_back(features(rank));
  const std::vector<std::span<const std::uint64_t>> lists(held.begin(), held.end());
  return {universe_, lists};
}

/// d loss / d (w.x) of one sample.
double SvmlightInput::slope(std::size_t sample) const {
  const Random weights(seed_, Purpose::weights, 0);
  const auto features = samples_->features_of(sample);
  const auto values = samples_->values_of(sample);
  double product = 0;
  for (std::size_t i = 0; i < features.size(); ++i)
    product += weight(weights, features[i]) * values[i];
  const double y = samples_->labels[sample] == positive_ ? 1 : -1;
  return -y / (1 + std::exp(y * product));
}

Entries SvmlightInput::rank_entries(std::uint64_t rank) const {
  std::vector<std::pair<std::uint64_t, double>> terms;
  for (const std::size_t sample : minibatch(rank)) {
    const double factor = slope(sample) / static_cast<double>(batch_);
    const auto features = samples_->features_of(sample);
    const auto values = samples_->values_of(sample);
    for (std::size_t i = 0; i < features.size(); ++i)
      terms.emplace_back(features[i], factor * values[i]);
  }
  // A stable sort, so that the terms of a feature are added in the order of the samples.
  std::stable_sort(terms.begin(), terms.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Entries entries;
  for (const auto& [feature, term] : terms) {
    if (entries.indices.empty() || entries.indices.back() != feature) {
      entries.indices.push_back(feature);
      entries.values.push_back(0);
    }
    entries.values.back() += term;
  }
  return entries;
}

std::shared_ptr<const model::FillIn> SvmlightInput::fill_in() const {
  std::call_once(counted_, [this] {
    if (extrapolates_)
      fill_in_ = std::make_shared<model::ExpectedRecordedFillIn>(supports());
    else
      fill_in_ = minibatch_fill_in(samples_, universe_, batch_);
  });
  return fill_in_;
}

}  // namespace sparlab::inputs
