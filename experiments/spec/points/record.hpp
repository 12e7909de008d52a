#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/spec/points/point.hpp"
#include "experiments/spec/points/shared_texts.hpp"
#include "training/program/curve.hpp"

namespace sparlab::experiments {

/// Messages and wire bytes sent by all ranks in one phase of an algorithm, and the time that it
/// takes on the critical path, or on the slowest rank (docs/compare.md, "Times of phases").
struct PhaseTraffic {
  std::string name;
  double messages = 0;
  double bytes = 0;
  /// Of one call. mpi: of a run after the samples; unknown in older records.
  std::optional<double> seconds = {};
};

/// The links of one class, each direction a link of its own.
struct LinkClassTraffic {
  std::string name;
  std::uint64_t links = 0;
  double bytes = 0;  ///< that passed any of them
  double utilisation =
      0;  ///< mean over the links: their bytes over what they can carry in the time
  double highest_utilisation = 0;
};

/// One link.
struct LinkUse {
  std::string from, to;  ///< "host 3", "switch 12"
  std::string link_class;
  double bytes = 0;
  double utilisation = 0;
};

/// What passed the links of the platform in one call.
struct LinkStatistics {
  std::vector<LinkClassTraffic> classes;
  std::vector<LinkUse> busiest;  ///< of the highest utilisation first
  std::uint64_t groups = 1;
  /// From group to group: groups x groups bytes, without those inside hosts. Empty if there are
  /// many groups.
  std::vector<double> group_bytes;
};

/// What a rank did in a step of training, from the begin of the step.
struct TimelineSlice {
  std::string lane;      ///< "computation", or a stream of exchanges
  std::string name;      ///< of the layer or exchange
  std::string category;  ///< forward, backward, selection, exchange, update
  double begin_s = 0;
  double end_s = 0;
};

/// The outcome of checking a result.
struct Check {
  std::string status = "skipped";  ///< passed, failed, skipped
  std::string detail;              ///< why it was skipped, or the difference found
};

/// The outcome of running one point. One line of a folder's records; the JSON names are
/// those given here.
struct Record {
  std::string id;     ///< content hash of the point
  Point point;        ///< "point"; its main fields are repeated at top level: engine, algorithm, P,
                      ///< N, density, nnz, platform, sweep, experiment
  double time_s = 0;  ///< "time_s": median (mpi, measured), simulated time, or prediction
  bool deterministic = true;  ///< false for measurements
  std::vector<double>
      samples_s;  ///< every repetition of mpi or run of loggp with noise, max over ranks
  std::optional<double> time_low_s, time_high_s;  ///< mpi: 95 % interval of the median
  std::optional<double> p5_s, p95_s;              ///< mpi, loggp with noise
  /// measured, as far as published; p10_s and p90_s also of predictions on platforms with noise
  std::optional<double> min_s, p10_s, p90_s, mean_s;
  std::uint64_t outliers = 0;  ///< counted, never dropped
  std::uint64_t warmup = 0;    ///< repetitions before the first sample
  std::string stopped_by;      ///< interval, budget, max_repetitions
  /// Sum over all ranks; unknown for another library's collective.
  std::optional<double> messages, bytes;
  std::vector<PhaseTraffic> phases;      ///< of a step: compute, selection, exposed, update
  std::optional<LinkStatistics> links;   ///< simgrid and machine network of loggp, on request
  std::vector<TimelineSlice> timeline;   ///< of a step: its slowest rank, on request
  std::optional<training::Curve> curve;  ///< of a training run
  std::optional<double> result_nnz;      ///< K, entries of the union, in any format of the result
  /// The ranks for which the input has data, if P is larger: K and all that depends on it is
  /// extrapolated. The terms union_low and union_high are the interval of K.
  std::optional<std::uint64_t> extrapolated_from;
  /// Lower bounds: bound_s (the largest proved one), bound_NAME_s.
  std::map<std::string, double>
      terms;  ///< model: alpha_messages, beta_bytes, gamma_s, best_s,
              ///< worst_s, published_low_s, published_high_s, stage_NAME_s.
              ///< Of a step: exchanges, hidden_s (communication while the rank computes),
              ///< one_rank_s (the step of one rank).
              ///< mpi: max_call_s; where ranks share a host, processor_round_trip_s, left_out
              ///< (repetitions) and moved (a share of samples), see SteadyProcessors
  /// simgrid: effective settings, version; where the platform has noise: which, or that it is left
  /// out
  SharedTexts network;
  std::string platform_hash;
  std::string input_hash;
  Check check;
  SharedTexts environment;  ///< version, commit, compiler, host, ...
  std::string started;      ///< ISO 8601, UTC
  double wall_s = 0;        ///< host time that the point took

  /// nullopt if there is no such term.
  std::optional<double> term(const std::string& name) const {
    const auto found = terms.find(name);
    return found == terms.end() ? std::nullopt : std::optional(found->second);
  }
  /// The time of a phase; nullopt if it is unknown.
  std::optional<double> phase_s(std::string_view name) const {
    const auto found = std::ranges::find(phases, name, &PhaseTraffic::name);
    return found == phases.end() ? std::nullopt : found->seconds;
  }
};

}  // namespace sparlab::experiments
