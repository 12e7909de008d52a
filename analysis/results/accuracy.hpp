#pragma once

#include <string>
#include <vector>

#include "analysis/results/matched_crossovers.hpp"
#include "analysis/results/prediction_errors.hpp"
#include "analysis/results/ranking.hpp"

namespace sparlab::analysis {

/// How predictions agree with measurements of the same points. The parts point into `folders` and
/// `pairing`, so it moves, but does not copy.
struct Accuracy {
  Accuracy() = default;
  Accuracy(Accuracy&&) = default;
  Accuracy& operator=(Accuracy&&) = default;
  Accuracy(const Accuracy&) = delete;
  Accuracy& operator=(const Accuracy&) = delete;
  ~Accuracy() = default;

  std::vector<ResultFolder> folders;
  Pairing pairing;
  std::vector<ErrorGroup> errors;
  std::vector<RankedCase> cases;
  std::vector<RankingSummary> rankings;
  std::vector<MatchedCrossover> crossovers;
  std::vector<const ComparedPoint*> worst;  ///< at most ten, the worst first
};

/// Compares all records of the folders. `reference` is the name of an engine, or empty.
/// Errors  ConfigError, as measuring_engine and pair_points.
Accuracy accuracy_of(std::vector<ResultFolder> folders, const std::string& reference,
                     const MachineNames& machines = {});

}  // namespace sparlab::analysis
