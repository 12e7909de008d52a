#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/spec/definition/overrides.hpp"
#include "experiments/spec/points/point.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/files/uncertainty.hpp"

namespace sparlab::analysis {

/// One point of a command line, or several, and the algorithms in question.
struct QuestionRequest {
  experiments::SweepTexts sweep;        ///< -P, -N, --density, --input, --platform, ...
  std::vector<std::string> overrides;   ///< --set
  std::vector<std::string> algorithms;  ///< specs and keywords
  bool accepts_doubtful = false;        ///< platforms whose measurement was disturbed
  std::string bandwidth;  ///< --bandwidth: instead of the platform's, "10Gb/s", a list or a range
  std::string what_if;    ///< --what-if: also with the platform changed, "latency=x0.5"
  std::string memory;     ///< --memory: what the data of a rank may take, "1GB"; empty: any
};

/// An algorithm that cannot run at the point, and the reason.
struct RefusedAlgorithm {
  std::string algorithm;
  std::string reason;
};

/// A checked question: the same P, N, input and platform for all algorithms.
struct Question {
  std::vector<experiments::Point> points;  ///< of engine model, one for each algorithm; not empty
  std::vector<RefusedAlgorithm> refused;
  platforms::PlatformFile platform;
  platforms::PlatformUncertainty uncertainty;
  std::optional<double> memory_bytes;  ///< what the data of one rank may take

  /// What all points share; the algorithm is that of the first one.
  const experiments::Point& place() const { return points.front(); }
};

/// Reads the request as `sparlab run` reads a quick experiment, with the engine model. An input may
/// also be the path of a file: a recording, or else an svmlight data set.
/// Errors  ConfigError: more than one P, N, density or platform; anything that load_experiment and
///         make_plan refuse; only algorithms without a model. inputs::DataError: unusable data
///         file.
Question read_question(const QuestionRequest& request);

/// The same for lists and ranges: a question for each P, N, density and platform, which ascend in
/// this order, the last one first; platforms and bandwidths are in the order in which they were
/// given.
/// Errors  ConfigError: as above; more than 1000 questions.
std::vector<Question> read_questions(const QuestionRequest& request);

/// True if the input of a request is a data file, which fixes N and the density.
/// Errors  As read_question, of --input.
bool has_data_input(const QuestionRequest& request);

/// "P = 64, N = 25M, density 0.1 % (k = 25000), uniform input, platform gige-8".
std::string describe_place(const experiments::Point& point,
                           const platforms::PlatformFile& platform);

/// A density as a percentage with three significant digits: "0.1 %".
std::string percent_text(double density);

}  // namespace sparlab::analysis
