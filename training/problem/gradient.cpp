#include "training/problem/gradient.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace sparlab::training {

void find_margins(const Problem& problem, std::span<const std::uint64_t> features,
                  std::span<const double> values, Weights weights, std::span<double> margins) {
  const std::size_t outputs = margins.size();
  if (outputs == 1) {
    // In a register.
    double margin = 0;
    for (std::size_t i = 0; i < features.size(); ++i)
      margin += values[i] * static_cast<double>(weights[features[i]]);
    margins.front() = margin;
    return;
  }
  std::ranges::fill(margins, 0.0);
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

namespace {

/// Calls `visit` with the numbers of the bits that are set, ascending, and clears them.
template <class Visit>
void for_each_bit(std::span<std::uint64_t> words, Visit visit) {
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::uint64_t left = std::exchange(words[i], 0); left != 0; left &= left - 1)
      visit(64 * i + static_cast<std::size_t>(std::countr_zero(left)));
}

}  // namespace

GradientSum::GradientSum(const Problem& problem)
    : problem_(problem),
      sums_(static_cast<std::size_t>(problem.parameters())),
      touched_(sums_.size() / 64 + 1),
      touched_words_(touched_.size() / 64 + 1),
      margins_(static_cast<std::size_t>(problem.outputs())),
      slopes_(margins_.size()) {}

GradientSum::Result GradientSum::of(const Rows& rows, std::span<const std::uint64_t> batch,
                                    Weights weights, double factor, algos::Format format) {
  Result result;
  for (const std::uint64_t row : batch) add(rows, row, weights, result);
  result.gradient = take(factor, format, result.terms);
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
  if (outputs == 1) {
    for (std::size_t i = 0; i < features.size(); ++i)
      add_to(static_cast<std::size_t>(features[i]), slopes_.front() * values[i]);
    return;
  }
  for (std::size_t i = 0; i < features.size(); ++i) {
    const std::size_t first = static_cast<std::size_t>(features[i]) * outputs;
    for (std::size_t c = 0; c < outputs; ++c)
      if (slopes_[c] != 0) add_to(first + c, slopes_[c] * values[i]);
  }
}

void GradientSum::add_to(std::size_t parameter, double value) {
  sums_[parameter] += value;
  touched_[parameter / 64] |= std::uint64_t{1} << parameter % 64;
  touched_words_[parameter / 4096] |= std::uint64_t{1} << parameter / 64 % 64;
}

/// Also clears the sums; they have `most` entries at most.
Typed GradientSum::take(double factor, algos::Format format, std::uint64_t most) {
  const model::Range whole{0, sums_.size()};
  const bool is_dense = format == algos::Format::dense;
  Typed dense;
  std::span<float> values;
  if (is_dense) {
    dense = Typed::uninitialised_dense(whole);
    values = dense.mutable_values();
  }
  // Where most words would be visited, it is faster to visit all parameters in order.
  if (is_dense && most > sums_.size() / 16) {
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      values[i] = static_cast<float>(factor * sums_[i]);
      sums_[i] = 0;
    }
    std::ranges::fill(touched_, 0);
    std::ranges::fill(touched_words_, 0);
    return dense;
  }
  algos::CooBuilder<float, std::uint32_t> builder(whole, std::min<std::uint64_t>(most, whole.hi));
  const auto out = builder.out();
  std::size_t count = 0;
  for_each_bit(touched_words_, [&](std::size_t word) {
    for_each_bit(std::span(touched_).subspan(word, 1), [&](std::size_t bit) {
      const std::size_t parameter = 64 * word + bit;
      out.indices[count] = static_cast<std::uint32_t>(parameter);
      out.values[count++] = static_cast<float>(factor * std::exchange(sums_[parameter], 0.0));
    });
  });
  Typed sparse = std::move(builder).finish(count);
  if (!is_dense) return sparse;
  std::ranges::fill(values, 0.0F);
  for (std::size_t i = 0; i < count; ++i) values[sparse.indices()[i]] = sparse.values()[i];
  return dense;
}

}  // namespace sparlab::training
