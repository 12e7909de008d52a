#pragma once

#include <cstdint>
#include <functional>
#include <span>

/// Into how many parts a sharded variable is best cut, from a few measurements: Parallax's search.
/// Source  Kim et al., EuroSys'19; the public code's common/partitions.py.
namespace sparlab::model {

/// t(n) = b/n + a*(n-1) + c: more parts share the work, and each costs something of its own.
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

/// The fastest of 1 .. most parts by that formula; of equals the fewest. most >= 1.
std::uint64_t fastest_partition(const PartitionTime& time, std::uint64_t most);

/// Measures `machines` parts, twice as many while that is faster, half as many while that is, at
/// least three numbers in all, fits, and returns the fastest of 1 .. most parts. most >= 3.
std::uint64_t search_partition(const std::function<double(std::uint64_t)>& seconds_of,
                               std::uint64_t machines, std::uint64_t most);

}  // namespace sparlab::model
