#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "inputs/fill_in/worker_supports.hpp"
#include "model/fill_in/union_forecast.hpp"

namespace sparlab::inputs {

/// What the user wants to know of the unions of a file's workers.
struct FillInRequest {
  std::string path;
  inputs::WorkerChoice choice;
  /// The number of first workers to which the models are fitted; nullopt: all.
  std::optional<std::uint64_t> fit_workers;
  std::vector<std::uint64_t> ranks;  ///< numbers of workers P, increasing; empty: some are chosen
};

/// Unions of workers: measured, and as each model expects them.
struct FillInStudy {
  std::string path, format, content_hash;
  std::uint64_t universe = 0;
  bool states_universe = true;    ///< false: the universe is the largest index + 1
  std::uint64_t workers = 0;      ///< in the file
  std::uint64_t fit_workers = 0;  ///< to which the models are fitted
  double mean_nnz = 0;            ///< of all workers in the file
  std::uint64_t least_nnz = 0, most_nnz = 0;
  std::vector<std::uint64_t> ranks;
  std::map<std::uint64_t, std::uint64_t> measured;  ///< of the first P workers, P <= workers
  model::UnionModel recommended{};
  std::map<model::UnionModel, std::map<std::uint64_t, double>> models;  ///< for all ranks
  /// Of the union of P > fit_workers workers; see model::UnionForecast::interval.
  std::map<std::uint64_t, model::UnionForecast::Interval> intervals;
  std::vector<model::UnionValidation> validation;
};

/// Errors  inputs::DataError: an unusable file. ConfigError: more fit_workers than the file has; P
///         above fit_workers if those are too few to extrapolate from.
FillInStudy study_fill_in(const FillInRequest& request);

}  // namespace sparlab::inputs
