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
/// Source  STREAM triad on one core of an E5-2687W v3: 20 GB/s (Puget Systems). Half to twice of it
///         is assumed for server processors. Caches, assumed: at most 32 bytes read and as many
///         written in a cycle at 3 GHz, at least what memory gives at most.
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
