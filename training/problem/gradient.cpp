#include "training/problem/gradient.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sparlab::training {

void find_margins(const Problem& problem, std::span<const std::uint64_t> features,
                  std::span<const double> values, Weights weights, std::span<double> margins) {
  std::ranges::fill(margins, 0.0);
  const std::size_t outputs = margins.size();
  for (std::size_t i = 0; i < features.size(); ++i) {
    const float* const row = weights.data() + features[i] * problem.outputs();
    for (std::size_t c = 0; c < outputs; ++c) margins[c] += values[i] * static_cast<double>(row[c]);
  }
}

Evaluation evaluate(const Problem& problem, const Rows& rows, Weights weights) {
  Evaluation sums;
  std::vector<double> margins(static_cast<std::size_t>(problem.outputs()));
  for (std::uint64_t row = 0; row < rows.size(); ++row) {
    find_margins(problem, rows.features(row), rows.values(row), weights, margins);
    const double label = rows.label(row);
    for (std::size_t c = 0; c < margins.size(); ++c)
      sums.loss += problem.loss->value(problem.target(label, c), margins[c]);
    if (problem.knows_accuracy() && problem.predicts(label, margins)) ++sums.correct;
  }
  return sums;
}

GradientSum::GradientSum(const Problem& problem)
    : problem_(problem),
      sums_(static_cast<std::size_t>(problem.parameters())),
      is_touched_(sums_.size()),
      margins_(static_cast<std::size_t>(problem.outputs())),
      slopes_(margins_.size()) {}

GradientSum::Result GradientSum::of(const Rows& rows, std::span<const std::uint64_t> batch,
                                    Weights weights, double factor, algos::Format format) {
  Result result;
  for (const std::uint64_t row : batch) add(rows, row, weights, result);
  result.gradient = take(factor, format);
  return result;
}

void GradientSum::add(const Rows& rows, std::uint64_t row, Weights weights, Result& result) {
  const auto features = rows.features(row);
  const auto values = rows.values(row);
  find_margins(problem_, features, values, weights, margins_);
  const double label = rows.label(row);
  bool slopes = false;
  for (std::size_t c = 0; c < margins_.size(); ++c) {
    slopes_[c] = problem_.loss->slope(problem_.target(label, c), margins_[c]);
    result.finite = result.finite && std::isfinite(margins_[c]) && std::isfinite(slopes_[c]);
    slopes = slopes || slopes_[c] != 0;
  }
  const std::size_t outputs = margins_.size();
  result.terms += features.size() * outputs;
  if (!slopes) return;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const std::size_t first = static_cast<std::size_t>(features[i]) * outputs;
    for (std::size_t c = 0; c < outputs; ++c) {
      if (slopes_[c] == 0) continue;
      sums_[first + c] += slopes_[c] * values[i];
      if (std::exchange(is_touched_[first + c], std::uint8_t{1}) == 0)
        touched_.push_back(static_cast<std::uint32_t>(first + c));
    }
  }
}

/// Also clears the sums.
Typed GradientSum::take(double factor, algos::Format format) {
  const model::Range whole{0, sums_.size()};
  Typed stream;
  if (format == algos::Format::dense) {
    stream = Typed::uninitialised_dense(whole);
    const auto values = stream.mutable_values();
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(factor * sums_[i]);
  } else {
    std::ranges::sort(touched_);
    std::vector<float> values;
    values.reserve(touched_.size());
    for (const std::uint32_t index : touched_)
      values.push_back(static_cast<float>(factor * sums_[index]));
    stream = Typed(whole, touched_, values);
  }
  for (const std::uint32_t index : touched_) {
    sums_[index] = 0;
    is_touched_[index] = 0;
  }
  touched_.clear();
  return stream;
}

}  // namespace sparlab::training
