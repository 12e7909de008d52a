#pragma once

#include <cmath>

namespace sparlab::model {

/// Bytes that one core reads and writes in a second, at least and at most.
struct MemoryRate {
  double least = 0;
  double most = 0;
};

/// What is known of the memory of one core before anything is fitted. No local work that a fit
/// finds is faster than `most` allows. Where measured times do not determine the cost of local
/// work, it is that of the geometric mean of both ends.
///
/// The default is that of server processors of 2013 to 2023.
/// Source  STREAM on one core: 12 to 40 GB/s for Haswell to Sapphire Rapids, Zen 2 and Zen 3 (20
///         GB/s for E5-2687W v3, Puget Systems). Caches: 32 bytes a cycle and direction from the
///         second level at 3 GHz, a fifth of it beyond.
struct CoreMemory {
  MemoryRate cached{40e9, 200e9};
  MemoryRate memory{10e9, 40e9};
};

/// The range of the cost of one unit of work that moves so many bytes, and its middle.
struct UnitCostRange {
  double least_s = 0;
  double most_s = 0;

  UnitCostRange(const MemoryRate& rate, double bytes)
      : least_s(bytes / rate.most), most_s(bytes / rate.least) {}
  double middle_s() const { return std::sqrt(least_s * most_s); }
};

}  // namespace sparlab::model
