#pragma once

#include <optional>
#include <span>
#include <vector>

#include "machines/calibration/measurements.hpp"
#include "model/analysis/run_spread.hpp"
#include "model/analysis/segments.hpp"

/// From measured times to the costs of a platform.
namespace sparlab::machines::calibration {

/// The time per message of a pattern over that of a message that travels alone.
struct SlowdownPoint {
  double bytes = 0;
  model::Repeated factor;
};

struct Slowdown {
  Benchmark benchmark = Benchmark::exchange;  ///< any but stream and after_barrier
  int ranks = 2;
  std::vector<SlowdownPoint> points;  ///< bytes ascend
  /// Not among the points: known to 25 % only, and further than that from those of both sizes next
  /// to it. A time-out of TCP in most of a few trains makes such a point.
  std::vector<SlowdownPoint> outliers{};
};

/// How much longer a single exchange takes right after a barrier than in a train.
struct StartSkew {
  int ranks = 2;
  model::Repeated seconds;
};

struct Calibration {
  model::SegmentFit one_way;
  double least_bytes = 0;  ///< sizes measured between two ranks
  double most_bytes = 0;
  std::vector<Slowdown> slowdowns;
  std::vector<StartSkew> skews;
  /// Of trains of exchanges, rings and all-to-alls; nullopt if too few sizes repeat often enough.
  std::optional<model::FittedRunSpread> run_spread;
  KernelCosts kernels;
  std::optional<OtherLoad> others;  ///< the largest of all measurements; nullopt: not known
  /// Of two ranks, with the largest share of samples of all measurements; nullopt: not known.
  std::optional<ProcessorState> processors;
};

/// The times of one message from rank 0 to rank 1, from a ping-pong and a stream. At each size, the
/// slower of the two counts:
///
/// ping-pong  half a round trip. It is too short where the network gives something for free after a
///            pause, since each direction pauses while the other one sends.
/// stream     latency + time between messages. It is too short where the steps of one message
///            overlap with those of the next: copies, handshakes.
///
/// Latency is what remains of the smallest message's half round trip without the time between
/// messages.
///
/// Errors  std::invalid_argument: one of the two series is missing, or their smallest sizes differ.
std::vector<model::Timings> one_way_timings(const MessageTimes& of_two);

/// Fits everything. `times` has one entry for each number of ranks, one of them two.
///
/// Statistics  medians over the repetitions, each the time of the slowest rank: that is what engine
///             `mpi` reports of an algorithm. A low quantile would describe a machine without any
///             disturbance, which is faster than the one that algorithms meet.
///
/// Errors  std::invalid_argument: no measurement of two ranks; as one_way_timings and
///         model::fit_segments.
Calibration fit_calibration(std::span<const MessageTimes> times, const KernelCosts& kernels);

}  // namespace sparlab::machines::calibration
