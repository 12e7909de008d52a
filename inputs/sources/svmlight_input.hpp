#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "inputs/formats/svmlight_file.hpp"
#include "inputs/sources/input.hpp"
#include "model/fill_in/recorded_fill_in.hpp"

namespace sparlab::inputs {

/// Minibatch gradients of logistic regression on real samples.
///
/// The samples are shuffled by the seed. Rank r gets the r-th `batch` of them, and no sample goes
/// to two ranks. The entries of a rank are the gradient (1/batch) sum_i -y_i s(-y_i w.x_i) x_i,
/// where s is the logistic function, over all features of its samples, including those whose
/// contributions cancel. Weights w are uniform in [-0.1, 0.1), as a function of seed and feature,
/// which stands for an early step of training without a degenerate gradient. With two labels, the
/// smaller is y = -1 and the larger +1; with any other number of labels, the label of the first
/// sample is +1 and all others are -1.
class SvmlightInput final : public Input {
 public:
  /// `universe` 0 selects the largest feature's; otherwise it must not be smaller. batch, ranks >=
  /// 1. With more ranks than the samples suffice for there are entries for max_ranks() of them
  /// only, and expected unions are extrapolated from those. Errors  DataError: fewer than ranks *
  /// batch samples, unless they suffice for
  ///         model::UnionForecast::kLeastRanks to model::RecordedSupports::kMostRanks ranks; no
  ///         features and universe 0.
  SvmlightInput(std::shared_ptr<const Samples> samples, std::uint64_t universe, std::uint64_t batch,
                std::uint64_t ranks, std::uint64_t seed);

  std::uint64_t universe() const override { return universe_; }
  /// The mean over the `ranks` ranks of the constructor, or max_ranks() if there are fewer.
  double mean_nnz() const override { return mean_nnz_; }
  std::uint64_t max_ranks() const override { return samples_->size() / batch_; }
  bool exact_sums() const override { return false; }
  /// Contract: rank < `ranks` of the constructor, and < max_ranks().
  Entries rank_entries(std::uint64_t rank) const override;
  /// The union of random minibatches of these samples, which accounts for their finite number. If
  /// there are too few samples for all ranks, that of workers like those that have some.
  std::shared_ptr<const model::FillIn> fill_in() const override;
  /// The features of each rank that has samples.
  model::RecordedSupports supports() const;
  std::string content_hash() const override { return samples_->content_hash; }

 private:
  void deal(std::uint64_t ranks);
  std::span<const std::size_t> minibatch(std::uint64_t rank) const;
  std::vector<std::uint64_t> features(std::uint64_t rank) const;
  double slope(std::size_t sample) const;

  std::shared_ptr<const Samples> samples_;
  std::uint64_t universe_;
  std::uint64_t batch_;
  std::uint64_t seed_;
  double positive_ = 0;  // the label of the class y = +1
  bool extrapolates_ = false;
  std::vector<std::size_t> dealt_;  // the samples of rank r begin at r * batch
  double mean_nnz_ = 0;
  mutable std::once_flag counted_;
  mutable std::shared_ptr<const model::FillIn> fill_in_;
};

}  // namespace sparlab::inputs
