#include "analysis/results/accuracy.hpp"

#include <utility>

namespace sparlab::analysis {

Accuracy accuracy_of(std::vector<ResultFolder> folders, const std::string& reference,
                     const MachineNames& machines) {
  constexpr std::size_t kWorst = 10;
  Accuracy accuracy;
  accuracy.folders = std::move(folders);
  accuracy.pairing =
      pair_points(accuracy.folders, measuring_engine(accuracy.folders, reference), machines);
  accuracy.errors = error_groups(accuracy.pairing);
  accuracy.cases = ranked_cases(accuracy.pairing);
  accuracy.rankings = ranking_summaries(accuracy.cases, accuracy.pairing.predictors);
  accuracy.crossovers = matched_crossovers(accuracy.pairing);
  accuracy.worst = worst_points(accuracy.pairing, kWorst);
  return accuracy;
}

}  // namespace sparlab::analysis
