#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/spec/definition/experiment.hpp"
#include "inputs/formats/svmlight_file.hpp"
#include "training/problem/problem.hpp"
#include "workloads/definition/workload.hpp"

namespace sparlab::experiments {

/// N, k and the density of points.
struct Shape {
  std::uint64_t universe = 0;
  std::uint64_t nnz = 0;
  double density = 0;
  std::string input_hash = {};          ///< of the file of the input, the samples or the workload
  std::uint64_t extrapolated_from = 0;  ///< PlannedPoint::extrapolated_from
};

/// The shapes of the points of a sweep, from its axes or from its data.
class SweepShapes {
 public:
  /// Opens the workload or the samples of a sweep of tasks. Both arguments must outlive this
  /// object. Errors  ConfigError, DataError.
  SweepShapes(const Sweep& sweep, const std::string& file);

  /// For so many ranks. Errors  ConfigError, DataError.
  std::vector<Shape> of(std::uint64_t ranks) const;
  /// True if the settings of the algorithm fit; those that the user gave explicitly must.
  /// Errors  ConfigError.
  bool fit(const SweepAlgorithm& item, std::uint64_t ranks, const Shape& shape) const;
  /// Of training runs.
  const std::optional<training::Problem>& problem() const { return problem_; }

 private:
  [[noreturn]] void refuse(const std::string& key, const std::string& value,
                           const std::string& accepted) const;
  std::vector<Shape> generated(const std::vector<std::uint64_t>& universes) const;
  std::vector<Shape> of_data(std::uint64_t ranks) const;
  Shape of_training(std::uint64_t ranks) const;
  void refuse_without_data(std::uint64_t ranks, std::uint64_t recorded) const;
  bool fits_training(const SweepAlgorithm& item, const model::Shape& shape) const;

  const Sweep& sweep_;
  const std::string& file_;
  workloads::Workload workload_;                    ///< of steps
  std::shared_ptr<const inputs::Samples> samples_;  ///< of training
  std::optional<training::Problem> problem_;
};

}  // namespace sparlab::experiments
