#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "analysis/results/measured_points.hpp"

namespace sparlab::analysis {

/// The records of one folder of results.
struct ResultFolder {
  std::string name;
  std::vector<experiments::Record> records;
};

/// A prediction of a point that was measured.
struct ComparedPoint {
  std::string predictor;  ///< "loggp", with what else distinguishes several predictions of it
  const experiments::Record* prediction = nullptr;
  const MeasuredPoint* measured = nullptr;

  const experiments::Point& point() const { return measured->merged.point; }
  double ratio() const { return prediction->time_s / measured->merged.time_s; }
  /// |t / t_measured - 1|
  double error() const;
  /// The same of the 90th percentiles; nullopt unless both sides have one.
  std::optional<double> p90_ratio() const;
  /// True if the measurements of the point differ from each other by as much.
  bool below_noise() const;
};

/// Predictions and measurements of the same points. Points into the folders, which must outlive it.
struct Pairing {
  experiments::Engine reference = experiments::Engine::mpi;
  std::size_t measured_alone = 0;       ///< measured points without a prediction
  std::vector<std::string> predictors;  ///< those with compared points, by engine
  std::vector<ComparedPoint> points;    ///< in the order of predictors
  std::deque<MeasuredPoint> measured;   ///< all measured points, compared or not
  std::size_t not_measured = 0;         ///< predictions without a measurement
  std::size_t failed_checks = 0;        ///< records that were left out for it
  std::size_t processors_moved = 0;     ///< measured records that were left out for it
};

/// The engine whose records the others are compared with: `name`, or without a name mpi if there
/// are such records, otherwise measured.
/// Errors  ConfigError: no engine of this name, one that does not measure, or no records of it.
experiments::Engine measuring_engine(const std::vector<ResultFolder>& folders,
                                     const std::string& name);

/// Pairs each prediction with the measurements of the same point: algorithm with settings, P, N, k,
/// input, and all settings that both engines use. The seed is not compared with published
/// measurements, which do not say theirs. The platform must be that of the machine for published
/// measurements: its name without folder and extension, or its name in `machines`; `mpi` has no
/// platform. Implementations (Point::variant) are measured points of their own, and so are hosts. A
/// prediction that names the groups of its ranks is compared with the runs of these groups alone,
/// any other with the runs of all placements.
///
/// Errors  ConfigError: no common point, with what differs; two predictions of one point that
///         differ; a name of `machines` that does not occur.
Pairing pair_points(const std::vector<ResultFolder>& folders, experiments::Engine reference,
                    const MachineNames& machines = {});

}  // namespace sparlab::analysis
