#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "model/fill_in/holder_histogram.hpp"
#include "model/fill_in/union_models.hpp"

namespace sparlab::model {

/// How well a model that is fitted to some of the recorded ranks predicts the union of all.
struct UnionValidation {
  UnionModel model;
  std::uint64_t fitted;   ///< ranks of each subset
  std::uint64_t subsets;  ///< pseudorandom ones
  /// Relative errors of the union: mean with sign, root of the mean square, largest magnitude.
  double mean_error, rms_error, worst_error;
};

/// The expected union of ranks like the recorded ones, by the model that predicts best.
///
/// Each candidate is fitted to pseudorandom subsets of a half, and of a quarter, of the recorded
/// ranks, and predicts the union of all of them. The candidate with the smallest error is
/// recommended; an earlier one in kUnionModels is preferred unless a later one is better by a
/// tenth. Subsets depend on the number of ranks alone, so that equal input gives equal answers.
class UnionForecast {
 public:
  /// Fewer ranks say too little about how growth slows down: intervals and validation need this
  /// many.
  static constexpr std::uint64_t kLeastRanks = 3;

  explicit UnionForecast(HolderTable table);

  const HolderHistogram& histogram() const { return histogram_; }
  std::uint64_t recorded_ranks() const { return histogram_.ranks(); }
  /// The first candidate if there are fewer than kLeastRanks ranks.
  UnionModel recommended() const { return recommended_; }
  /// By model, then by the size of subsets, largest first. Candidates only.
  const std::vector<UnionValidation>& validation() const { return validation_; }

  double expected(std::uint64_t ranks) const { return expected(recommended_, ranks); }
  double expected(UnionModel model, std::uint64_t ranks) const {
    return curves_[static_cast<std::size_t>(model)](ranks);
  }

  struct Interval {
    double low, high;
  };

  /// An interval for the union of the n recorded ranks and `ranks` - n further ones, meant to hold
  /// it in 19 of 20 cases. It adds three causes of error. Ranks differ: the jackknife over ranks
  /// gives the error of the fitted newcomers, and further ranks differ as much as the recorded ones
  /// do. The law is not known: candidates disagree. What was not observed may still happen: runs of
  /// indices that are new, or shared. It never leaves what is certain: at least
  /// the recorded union, at most N and the entries of the largest rank for each further one.
  /// Contract: n >= kLeastRanks, ranks > n. Cost: once a fit for each of at most 32 groups of
  /// ranks. Safe to use from several threads.
  Interval interval(std::uint64_t ranks) const;

 private:
  /// The recommended model without some of the ranks.
  struct LeftOut {
    std::uint64_t ranks;  ///< that it is fitted to
    double seen;
    UnionCurve curve;
  };

  void validate(std::uint64_t fitted);
  void choose();
  std::vector<LeftOut> leave_groups_out() const;
  double jackknife_error(std::uint64_t ranks) const;
  double disagreement(std::uint64_t ranks) const;

  HolderTable table_;
  HolderHistogram histogram_;
  std::array<UnionCurve, kUnionModels.size()> curves_;
  std::vector<UnionValidation> validation_;
  UnionModel recommended_ = kUnionModels.front().model;
  mutable std::once_flag left_out_made_;
  mutable std::vector<LeftOut> left_out_;
};

}  // namespace sparlab::model
