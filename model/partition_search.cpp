#include "model/partition_search.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "model/contract.hpp"

namespace sparlab::model {
namespace {

/// Caches measured times.
class Samples {
 public:
  explicit Samples(const std::function<double(std::uint64_t)>& seconds_of)
      : seconds_of_(seconds_of) {}

  double at(std::uint64_t parts) {
    const auto [found, is_new] = known_.try_emplace(parts, 0.0);
    if (is_new) found->second = seconds_of_(parts);
    return found->second;
  }
  std::size_t count() const { return known_.size(); }
  std::vector<PartitionSample> list() const {
    std::vector<PartitionSample> samples;
    for (const auto& [parts, seconds] : known_) samples.push_back({parts, seconds});
    return samples;
  }

 private:
  const std::function<double(std::uint64_t)>& seconds_of_;
  std::map<std::uint64_t, double> known_;
};

}  // namespace

PartitionTime fit_partition_time(std::span<const PartitionSample> samples) {
  SPARLAB_EXPECTS(samples.size() >= 3);
  const auto rows = static_cast<Eigen::Index>(samples.size());
  Eigen::MatrixXd terms(rows, 3);
  Eigen::VectorXd seconds(rows);
  for (Eigen::Index row = 0; row < rows; ++row) {
    const PartitionSample& sample = samples[static_cast<std::size_t>(row)];
    SPARLAB_EXPECTS(sample.parts >= 1);
    const auto n = static_cast<double>(sample.parts);
    terms.row(row) << 1 / n, n - 1, 1;
    seconds(row) = sample.seconds;
  }
  const Eigen::Vector3d fitted = terms.colPivHouseholderQr().solve(seconds);
  return {.shared_s = fitted(0), .per_part_s = fitted(1), .fixed_s = fitted(2)};
}

std::uint64_t fastest_partition(const PartitionTime& time, std::uint64_t most) {
  SPARLAB_EXPECTS(most >= 1);
  std::vector<std::uint64_t> candidates{1, most};
  if (time.shared_s > 0 && time.per_part_s > 0) {
    // t(n) decreases up to sqrt(b/a) and then increases.
    const double valley = std::sqrt(time.shared_s / time.per_part_s);
    const auto below =
        static_cast<std::uint64_t>(std::clamp(std::floor(valley), 1.0, static_cast<double>(most)));
    candidates.push_back(below);
    candidates.push_back(std::min(below + 1, most));
  }
  std::ranges::sort(candidates);
  return *std::ranges::min_element(candidates, {},
                                   [&](std::uint64_t parts) { return time.seconds(parts); });
}

std::uint64_t search_partition(const std::function<double(std::uint64_t)>& seconds_of,
                               std::uint64_t machines, std::uint64_t most) {
  SPARLAB_EXPECTS(most >= 3);
  Samples samples(seconds_of);
  const std::uint64_t start = std::clamp<std::uint64_t>(machines, 1, most);
  samples.at(start);
  for (std::uint64_t n = start; n <= most / 2 && samples.at(2 * n) < samples.at(n); n *= 2) {
  }
  for (std::uint64_t n = start; n >= 2 && samples.at(n / 2) < samples.at(n); n /= 2) {
  }
  for (std::uint64_t n = 1; samples.count() < 3; ++n) samples.at(n);
  return fastest_partition(fit_partition_time(samples.list()), most);
}

}  // namespace sparlab::model
