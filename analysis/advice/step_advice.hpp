#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/advice/confirmation.hpp"
#include "analysis/advice/question.hpp"

namespace sparlab::analysis {

/// A question about the step of a workload, which determines N.
struct StepQuestion {
  QuestionRequest request;
  std::string workload;  ///< a name, or the path of a file
  std::optional<experiments::Engine> confirm = experiments::Engine::loggp;
};

/// An algorithm and a schedule of exchanges, with the step that the model predicts.
struct StepChoice {
  experiments::Point point;  ///< its step has the schedule
  double step_s = 0;
  double exposed_s = 0;
  std::uint64_t exchanges = 0;

  const std::string& algorithm() const { return point.algorithm.spec(); }
  /// "blocking", "layers", "buckets of 25 MiB".
  std::string schedule() const;
  /// "oktopk, buckets of 25 MiB".
  std::string name() const { return algorithm() + ", " + schedule(); }
};

/// Which algorithm and schedule to use for the exchanges of a step.
struct StepAdvice {
  std::string place_text;
  std::string workload, platform;
  std::uint64_t ranks = 1;
  double density = 1;
  double compute_s = 0;
  /// The best schedule of each algorithm, the fastest first. The first list is not empty.
  std::vector<StepChoice> exact, approximate;
  std::vector<StepChoice> schedules;      ///< of the best algorithm, the fastest first
  std::optional<StepChoice> dense;        ///< the best of a dense algorithm
  std::vector<std::string> not_searched;  ///< algorithms for which there was no time
  std::vector<RefusedAlgorithm> refused;
  std::optional<Confirmation> confirmed;

  const StepChoice& best() const { return exact.front(); }
  double ratio(const StepChoice& choice) const { return choice.step_s / best().step_s; }
  /// The exact algorithms that are as fast as the best one, and the first one that is slower; null
  /// if there is none.
  std::vector<std::string> equal() const;
  const StepChoice* runner_up() const;
};

/// Evaluates schedules (blocking; layers; by-size; buckets of 1, 4, 25 and 100 MiB) with all
/// algorithms by engine model, for 20 s at most, and runs the fastest exact ones on a simulated
/// engine. Exchanges are offloaded.
/// Errors  ConfigError: as read_question and load_workload; N or real data; one rank; no exact
///         algorithm is left; simgrid on a platform without links.
StepAdvice advise_step(const StepQuestion& question);

}  // namespace sparlab::analysis
