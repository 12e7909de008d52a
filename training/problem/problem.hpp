#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <utility>
#include <vector>

#include "inputs/formats/svmlight_file.hpp"
#include "training/problem/loss.hpp"

namespace sparlab::training {

/// A linear model of the samples of a file, as all ranks know it: the weights w minimise
///
///     F(w) = 1/n sum_i sum_c loss(t_ic, m_ic) + l2/2 |w|^2,   m_ic = x_i . w_c
///
/// over n samples. There is no constant term. Two labels need one output c: the larger label has
/// target +1, the other one -1. More labels have an output each, with target +1 for its own samples
/// (one against the rest), and the largest margin predicts. The target of least squares is the
/// label itself. Weight c of feature j has index j * outputs + c.
struct Problem {
  const LossInfo* loss = nullptr;
  double l2 = 0;
  std::vector<double> labels;  ///< the classes, ascending; empty: labels are any numbers
  std::uint64_t samples = 0;   ///< n, of the whole file
  std::uint64_t features = 0;
  double usual_rate = 0;  ///< of trial_rate, where the run has no rate of its own

  std::uint64_t outputs() const { return labels.size() > 2 ? labels.size() : 1; }
  /// N.
  std::uint64_t parameters() const { return features * outputs(); }
  bool knows_accuracy() const { return !labels.empty(); }
  double target(double label, std::uint64_t output) const;
  /// Whether the class that these margins predict, one for each output, is the label.
  bool predicts(double label, std::span<const double> margins) const;
};

/// More labels are numbers rather than classes.
inline constexpr std::size_t kMostClasses = 1000;

/// Errors  DataError: no features, a single label or more than kMostClasses of them (logistic,
/// svm),
///         more parameters than a 32-bit index has.
Problem problem_of(const inputs::Samples& samples, const LossInfo& loss, double l2);

/// Consecutive samples, those of one rank.
class Rows {
 public:
  Rows() = default;
  Rows(std::shared_ptr<const inputs::Samples> samples, std::uint64_t first, std::uint64_t count)
      : samples_(std::move(samples)), first_(first), count_(count) {}

  std::uint64_t size() const { return count_; }
  double label(std::uint64_t row) const { return samples_->labels[place(row)]; }
  std::span<const std::uint64_t> features(std::uint64_t row) const {
    return samples_->features_of(place(row));
  }
  std::span<const double> values(std::uint64_t row) const {
    return samples_->values_of(place(row));
  }

 private:
  std::size_t place(std::uint64_t row) const { return static_cast<std::size_t>(first_ + row); }

  std::shared_ptr<const inputs::Samples> samples_;
  std::uint64_t first_ = 0;
  std::uint64_t count_ = 0;
};

/// The samples in this process: all of the file, or only a block of it.
struct TrainingSet {
  Problem problem;
  std::shared_ptr<const inputs::Samples> samples;
  std::uint64_t first = 0;  ///< the row of the file with which they begin

  bool whole() const { return samples->size() == problem.samples; }
  /// The block of a rank: contiguous, blocks differ by at most one sample.
  Rows rows_of(std::uint64_t rank, std::uint64_t ranks) const;
};

/// What each rank must know of samples that it does not read.
nlohmann::json problem_to_json(const Problem& problem);
/// Errors  FormatError that names the key.
Problem problem_from_json(const nlohmann::json& object);

}  // namespace sparlab::training
