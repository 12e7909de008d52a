#pragma once

#include <array>

#include "model/base/cost.hpp"
#include "platforms/files/uncertainty.hpp"

namespace sparlab::analysis {

/// Nine of ten measured times on a real Ethernet were at most this many times longer or shorter
/// than the model said, with a calibrated platform (docs/advice.md). It holds for platforms that do
/// not state their own (PlatformFile::residual).
inline constexpr double kModelResidual = 1.46;

struct Interval {
  double low_s = 0;
  double high_s = 0;
};

/// The places at the ends of what is known of a platform, for one number of ranks and their groups,
/// which may not be known.
class VariedMachines {
 public:
  VariedMachines(const platforms::PlatformFile& platform,
                 const platforms::PlatformUncertainty& uncertainty, std::uint64_t ranks,
                 const model::RankGroups& groups);

  /// The time of a collective on the platform as its file states it.
  double seconds(const model::Cost& cost) const { return seconds(cost, stated_); }
  /// The same with the numbers of one kind at their lower or upper end.
  double seconds(const model::Cost& cost, platforms::Uncertain numbers, bool upper) const {
    return seconds(cost, ends_[static_cast<std::size_t>(numbers)][upper ? 1 : 0]);
  }

  /// Where a measured time is expected: the residual of the model and the ratios to the times with
  /// each kind of numbers at its end, as independent errors (root of the sum of squared
  /// logarithms).
  Interval interval(const model::Cost& cost) const;

 private:
  struct Variant {
    double start_s = 0;
    model::Machine machine;
  };
  static double seconds(const model::Cost& cost, const Variant& variant) {
    return variant.start_s + cost.seconds(variant.machine);
  }

  Variant stated_;
  double residual_;  ///< of the model
  std::array<std::array<Variant, 2>, platforms::kUncertainNames.size()> ends_;
};

}  // namespace sparlab::analysis
