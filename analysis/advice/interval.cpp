#include "analysis/advice/interval.hpp"

#include <cmath>

namespace sparlab::analysis {

VariedMachines::VariedMachines(const platforms::PlatformFile& platform,
                               const platforms::PlatformUncertainty& uncertainty,
                               std::uint64_t ranks, const model::RankGroups& groups)
    : stated_{platform.transport.start_s(ranks), platform.machine(ranks, groups)},
      residual_(platform.residual.value_or(kModelResidual)) {
  for (std::size_t kind = 0; kind < ends_.size(); ++kind) {
    for (const bool upper : {false, true}) {
      const platforms::PlatformFile changed =
          platforms::varied(platform, uncertainty, static_cast<platforms::Uncertain>(kind), upper);
      ends_[kind][upper ? 1 : 0] = {changed.transport.start_s(ranks),
                                    changed.machine(ranks, groups)};
    }
  }
}

Interval VariedMachines::interval(const model::Cost& cost) const {
  const double stated_s = seconds(cost, stated_);
  if (!(stated_s > 0)) return {stated_s, stated_s};
  const auto squared = [](double ratio) { return std::log(ratio) * std::log(ratio); };
  double below = squared(residual_);
  double above = below;
  for (const auto& [lower, upper] : ends_) {
    below += squared(seconds(cost, lower) / stated_s);
    above += squared(seconds(cost, upper) / stated_s);
  }
  return {stated_s * std::exp(-std::sqrt(below)), stated_s * std::exp(std::sqrt(above))};
}

}  // namespace sparlab::analysis
