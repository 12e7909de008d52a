#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "algos/streams/sparse_stream.hpp"

/// How local work is timed.
namespace sparlab::experiments::run::mpi {

using FloatStream = algos::SparseStream<float, std::uint32_t>;

/// Fewer repetitions give no interval of the median.
constexpr int kLeastTurns = 6;
constexpr int kMostTurns = 9;

/// Local work of one kind and size.
struct TimedLoop {
  double units;
  std::function<void()> run;
  /// Not timed; may communicate.
  std::function<void()> prepare = {};
};

/// Divides a budget evenly among so many parts, one after the other.
class Pace {
 public:
  Pace(double budget_s, int parts) : budget_s_(budget_s), parts_(parts) {}

  void begin_part() { ++begun_; }
  /// Seconds that the part that has begun still has, with what parts before it left; negative if
  /// it has used them up.
  double left_s() const;

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point begin_ = Clock::now();
  double budget_s_;
  int parts_;
  int begun_ = 0;
};

/// The time of one run without that of reading the clock; at least a nanosecond.
double seconds_of(const std::function<void()>& run);
/// The median over as many runs as fit into a few milliseconds.
double median_seconds(const std::function<void()>& run, double least_s = 0.005);
/// The median over a number of runs that depends on the size only, so that ranks can communicate
/// before each.
double median_seconds_prepared(const TimedLoop& loop);

/// A dense vector as algorithms hold it, in a block of the pool.
FloatStream dense_vector(std::uint64_t elements);
/// Entries of a rank at random places.
FloatStream uniform_stream(std::uint64_t universe, std::uint64_t nnz, std::uint64_t rank);

}  // namespace sparlab::experiments::run::mpi
