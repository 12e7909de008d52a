#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/reproduction/published_result.hpp"
#include "experiments/run/sweep/runner.hpp"
#include "experiments/spec/plan/plan.hpp"

namespace sparlab::analysis {

enum class Verdict : std::uint8_t {
  agrees,     ///< within the tolerance
  fitted,     ///< likewise, because a number was chosen so
  explained,  ///< differs, but agrees under the assumption of the explanation
  differs,    ///< differs without an explanation, or the explanation does not hold
  unknown,    ///< the records do not determine the value
};

std::string_view name_of(Verdict verdict);

/// What became of one claim.
struct ClaimOutcome {
  Verdict verdict = Verdict::unknown;
  std::optional<double> ours;
  std::optional<double> explained;  ///< the value under the assumption of the explanation
  std::string reason;               ///< why a value is unknown
};

/// Judges a claim by our value and by the value that its explanation gives, if there is one.
Verdict judge(const Claim& claim, double ours, const std::optional<double>& explained);

/// One row, ready to run.
struct PreparedRow {
  PublishedResult result;
  std::string experiment;  ///< the name of its experiment
  experiments::Plan plan;  ///< only the points that the claims need
  double predicted_s = 0;  ///< on one processor
  std::string missing;     ///< the data file if it is absent; then the plan is empty
  bool draws = false;      ///< the points of its figure are in the plan
};

/// Reads the experiment of a row and keeps the points that its claims need, and those of its figure
/// if it is wanted. Data files are looked
/// up in `data_folder`, which may be empty.
/// Errors  ConfigError, also for a claim that selects no points; inputs::DataError.
PreparedRow prepare(PublishedResult result, const std::filesystem::path& data_folder,
                    bool with_figure = false);

/// One row after its run. A row whose data are absent has no outcomes.
struct ReproducedRow {
  PreparedRow row;
  std::vector<ClaimOutcome> outcomes;  ///< of the claims, in their order
  /// Of the curves of the figure, in their order: values by position.
  std::vector<std::map<double, double>> curves = {};
  double wall_s = 0;  ///< time that the points took when they ran
  experiments::run::RunOutcome run;
};

/// Runs the points of a row that have no record in `output`/<experiment>, and judges its claims.
/// Rows of one experiment share a folder.
/// Errors  As RecordStore and run_plan.
ReproducedRow reproduce(PreparedRow row, const std::filesystem::path& output,
                        const experiments::run::RunOptions& options, std::ostream& messages,
                        bool terminal);

}  // namespace sparlab::analysis
