#include "model/base/local_work.hpp"

#include <algorithm>
#include <iterator>

#include "model/base/contract.hpp"

namespace sparlab::model {

LocalWork& LocalWork::operator+=(const LocalWork& other) {
  merged_entries += other.merged_entries;
  scattered_entries += other.scattered_entries;
  summed_elements += other.summed_elements;
  copied_bytes += other.copied_bytes;
  selected_from += other.selected_from;
  return *this;
}

LocalWork operator*(double factor, LocalWork work) {
  work.merged_entries *= factor;
  work.scattered_entries *= factor;
  work.summed_elements *= factor;
  work.copied_bytes *= factor;
  work.selected_from *= factor;
  return work;
}

double seconds_at(const WorkCurve& curve, double units) {
  SPARLAB_EXPECTS(!curve.empty());
  const auto above = std::upper_bound(
      curve.begin(), curve.end(), units,
      [](double searched, const WorkPoint& point) { return searched < point.units; });
  if (above == curve.begin()) return above->seconds * units / above->units;
  const WorkPoint& below = *std::prev(above);
  if (above == curve.end()) return below.seconds * units / below.units;
  const double way = (units - below.units) / (above->units - below.units);
  return below.seconds + way * (above->seconds - below.seconds);
}

double Gammas::rate(KernelKind kernel) const {
  const std::array rates = {merge_s, scatter_s, dense_sum_s, copy_s_per_byte, select_s};
  return rates[static_cast<std::size_t>(kernel)];
}

double Gammas::seconds(KernelKind kernel, const Amount& amount) const {
  const WorkCurve& curve = curves[static_cast<std::size_t>(kernel)];
  if (curve.empty()) return rate(kernel) * amount.units;
  if (!(amount.operations > 0)) return 0;
  return amount.operations * seconds_at(curve, amount.units / amount.operations);
}

double Gammas::seconds(const LocalWork& work) const {
  return seconds(KernelKind::merge, work.merged_entries) +
         seconds(KernelKind::scatter, work.scattered_entries) +
         seconds(KernelKind::dense_sum, work.summed_elements) +
         seconds(KernelKind::copy, work.copied_bytes) +
         seconds(KernelKind::select, work.selected_from);
}

}  // namespace sparlab::model
