#include "training/problem/trial_rate.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "training/problem/gradient.hpp"

namespace sparlab::training {
namespace {

constexpr std::size_t kMostSamples = 1000;
constexpr std::size_t kSteps = 20;

/// Samples at equal distances in the file, in the order of mini-batches: each has samples of the
/// whole file, which may be sorted by label.
std::shared_ptr<const inputs::Samples> some_of(const inputs::Samples& all) {
  auto some = std::make_shared<inputs::Samples>();
  const std::size_t count = std::min(all.size(), kMostSamples);
  for (std::size_t step = 0; step < kSteps; ++step)
    for (std::size_t i = step; i < count; i += kSteps) {
      const std::size_t row = i * all.size() / count;
      some->labels.push_back(all.labels[row]);
      std::ranges::copy(all.features_of(row), std::back_inserter(some->features));
      std::ranges::copy(all.values_of(row), std::back_inserter(some->values));
      some->begin.push_back(some->features.size());
    }
  some->universe = all.universe;
  return some;
}

}  // namespace

double trial_rate(const Problem& problem, const inputs::Samples& samples) {
  constexpr int kMostWorse = 3;
  const std::shared_ptr<const inputs::Samples> some = some_of(samples);
  const Rows rows(some, 0, some->size());
  const double squares =
      std::inner_product(some->values.begin(), some->values.end(), some->values.begin(), 0.0);
  const double curvature = problem.loss->curvature > 0 ? problem.loss->curvature : 1;
  if (!(squares > 0)) return 1;
  const double most = problem.l2 > 0 ? 1 / problem.l2 : std::numeric_limits<double>::max();

  std::vector<std::uint64_t> order(some->size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  GradientSum sums(problem);
  std::vector<float> weights(static_cast<std::size_t>(problem.parameters()));
  double best_rate = std::min(most, static_cast<double>(rows.size()) / (curvature * squares));
  double best_loss = std::numeric_limits<double>::infinity();
  int worse = 0;
  for (double rate = best_rate; worse < kMostWorse && rate <= most; rate *= 2) {
    std::vector<std::uint32_t> touched;
    for (std::size_t step = 0; step < kSteps; ++step) {
      const std::size_t begin = step * order.size() / kSteps;
      const std::size_t size = (step + 1) * order.size() / kSteps - begin;
      if (size == 0) continue;
      const Typed change = sums.of(rows, std::span(order).subspan(begin, size), weights,
                                   rate / static_cast<double>(size), algos::Format::coo)
                               .gradient;
      for (std::size_t i = 0; i < change.values().size(); ++i)
        weights[change.indices()[i]] -= change.values()[i];
      touched.insert(touched.end(), change.indices().begin(), change.indices().end());
    }
    const double loss = evaluate(problem, rows, weights).loss;
    for (const std::uint32_t index : touched) weights[index] = 0;
    worse = loss < best_loss ? 0 : worse + 1;
    if (worse > 0) continue;
    best_loss = loss;
    best_rate = rate;
  }
  return best_rate;
}

}  // namespace sparlab::training
