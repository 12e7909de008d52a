#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "inputs/files/random.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"
#include "training/steps/local_step.hpp"

namespace sparlab::training {
namespace {

using runtime::WorkKind;

class CoordinateStep final : public LocalStep {
 public:
  CoordinateStep(const TrainingSet& set, const Columns& columns, const MethodRule& rule,
                 const Pass& pass, int rank, int ranks)
      : problem_(set.problem),
        labels_(set.samples->labels),
        columns_(columns),
        rate_(pass.rate),
        slice_(model::part_of({0, problem_.parameters()}, static_cast<std::uint64_t>(rank),
                              static_cast<std::uint64_t>(ranks))),
        drawn_(std::min(rule.coordinates, slice_.size())),
        steps_(model::block_count(problem_.parameters(),
                                  rule.coordinates * static_cast<std::uint64_t>(ranks))),
        margins_(labels_.size() * static_cast<std::size_t>(problem_.outputs())),
        random_(pass.seed, inputs::Purpose::indices, static_cast<std::uint64_t>(rank)) {}

  std::uint64_t steps_per_epoch() const override { return steps_; }

  Typed contribute(runtime::Comm& comm, Weights weights) override {
    ++step_;
    std::vector<std::uint32_t> indices;
    std::vector<float> values;
    std::uint64_t terms = 0;
    for (const std::uint64_t drawn : inputs::random_subset(slice_.size(), drawn_, random_)) {
      const std::uint64_t index = slice_.lo + drawn;
      const auto [slope, bound] = derivatives(index, static_cast<double>(weights[index]), terms);
      if (!(bound > 0)) continue;  // no sample has the feature
      indices.push_back(static_cast<std::uint32_t>(index));
      values.push_back(static_cast<float>(rate_.at(step_) * slope / bound));
      finite_ = finite_ && std::isfinite(values.back());
    }
    comm.charge({WorkKind::scatter, static_cast<double>(terms)});
    return {model::Range{0, problem_.parameters()}, indices, values};
  }

  double sum_factor() const override { return 1; }
  bool finite() const override { return finite_; }

  void updated(runtime::Comm& comm, const Typed& sum) override {
    std::uint64_t terms = 0;
    const bool dense = sum.format() == algos::Format::dense;
    for (std::size_t i = 0; i < sum.values().size(); ++i) {
      const double change = static_cast<double>(sum.values()[i]);
      if (change == 0) continue;
      const std::uint64_t index = dense ? i : sum.indices()[i];
      const std::uint64_t output = index % problem_.outputs();
      for_each_sample(index, [&](std::size_t row, double value) {
        margins_[row * problem_.outputs() + output] -= value * change;
        ++terms;
      });
    }
    comm.charge({WorkKind::scatter, static_cast<double>(terms)});
  }

 private:
  /// Calls use(row, value) for the samples that have a parameter's feature.
  template <class Use>
  void for_each_sample(std::uint64_t index, const Use& use) const {
    const auto feature = static_cast<std::size_t>(index / problem_.outputs());
    for (std::size_t i = columns_.begin[feature]; i < columns_.begin[feature + 1]; ++i)
      use(std::size_t{columns_.rows[i]}, columns_.values[i]);
  }

  /// Of F by one parameter: the first, and a bound of the second.
  std::pair<double, double> derivatives(std::uint64_t index, double weight,
                                        std::uint64_t& terms) const {
    const std::uint64_t output = index % problem_.outputs();
    double slope = 0;
    double squares = 0;
    for_each_sample(index, [&](std::size_t row, double value) {
      slope += value * problem_.loss->slope(problem_.target(labels_[row], output),
                                            margins_[row * problem_.outputs() + output]);
      squares += value * value;
      ++terms;
    });
    const auto samples = static_cast<double>(problem_.samples);
    return {slope / samples + problem_.l2 * weight,
            problem_.loss->curvature * squares / samples + problem_.l2};
  }

  const Problem& problem_;
  const std::vector<double>& labels_;
  const Columns& columns_;
  Rate rate_;
  model::Range slice_;
  std::uint64_t drawn_;
  std::uint64_t steps_;
  std::vector<double> margins_;  ///< of all samples, by sample and output
  inputs::Random random_;
  std::uint64_t step_ = 0;
  bool finite_ = true;
};

}  // namespace

Columns columns_of(const TrainingSet& set) {
  SPARLAB_EXPECTS(set.whole());
  const inputs::Samples& samples = *set.samples;
  Columns columns;
  columns.begin.resize(static_cast<std::size_t>(set.problem.features) + 1);
  for (const std::uint64_t feature : samples.features) ++columns.begin[feature + 1];
  for (std::size_t j = 1; j < columns.begin.size(); ++j) columns.begin[j] += columns.begin[j - 1];
  columns.rows.resize(samples.features.size());
  columns.values.resize(samples.features.size());
  std::vector<std::size_t> next(columns.begin.begin(), columns.begin.end() - 1);
  for (std::size_t row = 0; row < samples.size(); ++row) {
    const auto features = samples.features_of(row);
    const auto values = samples.values_of(row);
    for (std::size_t i = 0; i < features.size(); ++i) {
      const std::size_t place = next[features[i]]++;
      columns.rows[place] = static_cast<std::uint32_t>(row);
      columns.values[place] = values[i];
    }
  }
  return columns;
}

std::unique_ptr<LocalStep> make_coordinate_step(const TrainingSet& set, const Columns& columns,
                                                const MethodRule& rule, const Pass& pass, int rank,
                                                int ranks) {
  return std::make_unique<CoordinateStep>(set, columns, rule, pass, rank, ranks);
}

}  // namespace sparlab::training
