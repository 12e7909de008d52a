#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

/// What a rank can measure of its processor.
struct ProcessorProbe {
  std::function<double()>
      round_trip_s;                ///< of a cache line to a rank of this host; 0: there is none
  std::function<double()> work_s;  ///< of a fixed amount of work of a core
};

/// Seconds of a short loop on this rank's core: a ProcessorProbe's work_s.
double work_of_core_s(runtime::Comm& comm);

/// Watches whether the processors of ranks of one host are as they usually are. The system of a
/// virtual machine does not show that its processors moved: to cores without a common cache, where
/// copies between ranks take two to seven times as long, or to a core whose other thread computes.
/// Either lasts seconds or minutes, so the repetitions of a measurement do not average over it.
///
/// How far apart two processors are is measured by a cache line (runtime::mpi::World), how busy
/// their cores are by a short loop. Where no two ranks share a host, or ranks share processors,
/// nothing can be told, and the processors always count as usual.
///
/// Member functions are collective, with the same result on all ranks.
class SteadyProcessors {
 public:
  /// Which round trip of the cache line is usual.
  enum class Usual : unsigned char {
    known,     ///< the one that is known, from a calibration; without one, the shortest so far
    shortest,  ///< the shortest so far and of those known, of cores at full speed
  };

  /// Waits for processors, and repeats measurements, during at most `patience_s` in all.
  SteadyProcessors(runtime::Comm& comm, ProcessorProbe probe, Usual usual,
                   std::optional<double> known_round_trip_s, double patience_s);

  /// Before the first of some measurements: waits until the processors are as usual, and forgets
  /// what was seen.
  void begin();

  /// Whether the processors were as usual at the previous call and are now. If not, waits until
  /// they are. Once the patience is used up, only counts.
  bool have_stayed();

  /// `sample()`, again if the processors did not stay as usual meanwhile.
  template <class Sample>
  double steadily(Sample sample) {
    double seconds = sample();
    while (!have_stayed()) seconds = sample();
    return seconds;
  }

  /// What was seen since the previous call of `take_seen`.
  struct Seen {
    double round_trip_s = 0;  ///< the median; 0 if it cannot be told
    double moved = 0;  ///< share of the measurements during which the processors were unusual
  };
  Seen take_seen();

  /// Whether anything can be told: ranks share a host, but no processors.
  bool are_told() const { return is_told_; }

  /// Whether the processors were further apart than usual at first, while that was not known.
  /// Not collective.
  bool have_come_together() const;

 private:
  bool are_as_usual();
  void learn(double round_trip_s, double work_s);
  /// Whether they are, possibly after waiting. All time since `since_s` is taken from the patience.
  bool become_usual(double since_s);

  runtime::Comm& comm_;
  ProcessorProbe probe_;
  bool is_shortest_;
  bool is_told_ = false;  ///< whether ranks share a host, but no processors
  double usual_round_trip_s_;
  double first_usual_round_trip_s_ = 0;
  double least_work_s_ = 0;
  double last_call_s_ = 0;
  double patience_s_;
  bool usual_before_ = true;
  int measurements_ = 0;
  int moved_ = 0;
  std::vector<double> round_trips_s_;
};

}  // namespace sparlab::experiments::run::mpi
