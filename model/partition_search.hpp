#pragma once

#include <cstdint>
#include <functional>
#include <span>

/// Parallax's search for the best number of parts of a sharded variable, from a few measurements.
/// Source  Kim et al., EuroSys'19; the public code's common/partitions.py.
namespace sparlab::model {

/// t(n) = b/n + a*(n-1) + c: more parts share the work, but each part has a fixed cost.
struct PartitionTime {
  double shared_s = 0;    ///< b
  double per_part_s = 0;  ///< a
  double fixed_s = 0;     ///< c

  double seconds(std::uint64_t parts) const {
    const auto n = static_cast<double>(parts);
    return shared_s / n + per_part_s * (n - 1) + fixed_s;
  }
};

struct PartitionSample {
  std::uint64_t parts;
  double seconds;
};

/// Least squares; at least three samples of different `parts`, each at least 1.
PartitionTime fit_partition_time(std::span<const PartitionSample> samples);

/// The fastest of 1 .. most parts by that formula; of equally fast ones the smallest. most >= 1.
std::uint64_t fastest_partition(const PartitionTime& time, std::uint64_t most);

/// Measures `machines` parts, doubles the number while that is faster, and halves it while that is
/// faster; measures at least three numbers. Then fits the formula and returns the fastest of 1 ..
/// most parts. most >= 3.
std::uint64_t search_partition(const std::function<double(std::uint64_t)>& seconds_of,
                               std::uint64_t machines, std::uint64_t most);

}  // namespace sparlab::model
