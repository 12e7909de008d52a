#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/advice/advice.hpp"
#include "analysis/advice/crossover_search.hpp"
#include "analysis/advice/question.hpp"
#include "analysis/fits/measured_collectives.hpp"
#include "analysis/fits/pair_times.hpp"
#include "analysis/patterns/pattern_comparison.hpp"
#include "analysis/results/approximate_choice.hpp"
#include "cli/command_tree.hpp"
#include "cli/completion.hpp"
#include "experiments/records/imports/import.hpp"
#include "experiments/run/submission/submission.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "inputs/fill_in/fill_in_study.hpp"
#include "inputs/formats/recording_builder.hpp"
#include "machines/launchers/launcher.hpp"
#include "machines/testbed/testbed_state.hpp"
#include "report/comparison.hpp"

namespace sparlab::cli {

/// The format in which a command prints its data on stdout.
enum class OutputFormat { table, json, csv, jsonl, names, markdown, latex };

/// What happens to points whose predicted time or memory exceeds what is allowed.
enum class OverBudget {
  refuse,      ///< nothing runs
  leave_out,   ///< the others run
  with_model,  ///< engine model runs them
};

/// Points that are predicted to run longer, in seconds, are above the budget.
inline constexpr double kPointBudget = 120;

struct RunArguments {
  experiments::ExperimentRequest request;
  std::filesystem::path output;  ///< empty: results/<experiment>
  unsigned jobs = 0;             ///< 0: all processors
  bool resume = false;           ///< the default; accepted for clarity
  bool fresh = false;
  bool force = false;
  bool fail_fast = false;
  bool dry_run = false;
  std::filesystem::path points;  ///< a list of points; empty: all
  bool retry_failed = false;     ///< only points that failed before
  bool no_report = false;        ///< no tables, summary.csv and figures after the run
  std::string shard;             ///< "I/N"; empty: all points
  OverBudget over_budget = OverBudget::refuse;
  std::optional<double> point_budget_s;  ///< default: kPointBudget, and no limit while a point runs
  std::optional<double> point_timeout_s;
  double max_error = analysis::kMostError;  ///< largest error_l2 of recommended results
  std::optional<std::size_t> top;           ///< algorithms of each point in the tables
  OutputFormat format = OutputFormat::table;
};

struct SubmitArguments {
  experiments::run::SubmissionRequest request;
  bool dry_run = false;
  OutputFormat format = OutputFormat::table;
};

struct StatusArguments {
  std::filesystem::path folder;
  OutputFormat format = OutputFormat::table;
};

struct PlanArguments {
  experiments::ExperimentRequest request;
  OutputFormat format = OutputFormat::table;
};

struct ListArguments {
  std::string what;       ///< algorithms, platforms, engines, suites
  std::string algorithm;  ///< the algorithm whose parameters are listed; empty: all algorithms
  OutputFormat format = OutputFormat::table;
};

struct PlotArguments {
  std::filesystem::path directory;
  std::optional<std::size_t> top;           ///< algorithms of each point
  double max_error = analysis::kMostError;  ///< largest error_l2 of recommended results
};

struct TableArguments {
  std::filesystem::path directory;
  std::optional<std::size_t> top;  ///< algorithms of each point; default: all
  double max_error = analysis::kMostError;
  OutputFormat format = OutputFormat::table;
};

struct MergeArguments {
  std::filesystem::path output;
  std::vector<std::filesystem::path> inputs;
};

struct RecordsArguments {
  std::filesystem::path directory;
};

struct RerunArguments {
  std::filesystem::path directory;
  std::string id;  ///< its first characters
  std::optional<double> point_timeout_s;
  OutputFormat format = OutputFormat::table;
};

struct ReportArguments {
  std::filesystem::path directory;
  std::filesystem::path output;  ///< empty: report.html in the folder
  double max_error = analysis::kMostError;
};

struct ImportArguments {
  experiments::records::ImportRequest request;
  std::filesystem::path output;
};

struct CompareArguments {
  report::ComparisonRequest request;
  std::filesystem::path output;  ///< empty: no files
  /// Folders of earlier runs. Not empty: the results are compared with them, not with measurements.
  std::vector<std::filesystem::path> baseline;
  std::string fail_on;  ///< with a baseline: rules of the gate
  OutputFormat format = OutputFormat::table;
};

struct ReproduceArguments {
  std::vector<std::string> rows;  ///< names or paths; empty: all that ship
  std::filesystem::path output = "results/reproduce";
  std::filesystem::path data;     ///< folder of data files that do not ship; may be empty
  std::filesystem::path figures;  ///< folder of pictures; empty: none
  unsigned jobs = 0;              ///< 0: all processors
  bool list = false;
  OutputFormat format = OutputFormat::table;
};

struct ValidateArguments {
  std::vector<std::filesystem::path> results;
  std::filesystem::path output;  ///< empty: no files
  OutputFormat format = OutputFormat::table;
};

struct FillInArguments {
  inputs::FillInRequest request;
  std::string ranks;  ///< an axis; empty: some are chosen
  OutputFormat format = OutputFormat::table;
};

struct ConvertArguments {
  std::vector<std::string> files;  ///< what is read, and last the TKG file to write
  inputs::RecordingOptions options;
};

struct CalibrateArguments {
  std::string what;              ///< "kernels" or "chunks"; empty: a whole platform
  std::filesystem::path output;  ///< empty: the user's file of platform `local`, or stdout
  std::string launcher{machines::kLocalLauncher};
  std::vector<int> ranks;  ///< empty: those of ranks_to_measure
  double budget_s = 60;
  bool force = false;
};

struct PlatformShowArguments {
  std::string platform;                ///< a name or a path
  std::optional<std::uint64_t> ranks;  ///< nullopt: 8, or all hosts if there are fewer
  OutputFormat format = OutputFormat::table;
};

struct PlatformCheckArguments {
  std::string platform;  ///< name or path
  OutputFormat format = OutputFormat::table;
};

struct PlatformNewArguments {
  std::string name;
  int hosts = 0;
  int ranks_per_host = 1;
  std::string bandwidth;  ///< with its unit
  std::string latency;    ///< with its unit
  std::string like = "gige-8";
  std::filesystem::path output;  ///< empty: the user's platform folder
};

struct PlatformDrawArguments {
  std::string platform;          ///< name or path
  std::filesystem::path output;  ///< empty: NAME.svg in the current folder
  std::uint32_t groups = 1;      ///< in detail
};

struct PlatformFitArguments {
  analysis::FitSelection selection;
  std::string port;       ///< a bandwidth with its unit, or empty
  std::string name;       ///< empty: no platform is written
  std::string leave_out;  ///< "ranks", or empty
  std::string like = "gige-8";
  std::filesystem::path output;  ///< empty: the user's platform folder
  OutputFormat format = OutputFormat::table;
};

struct PredictArguments {
  analysis::QuestionRequest question;
  bool explain = false;
  OutputFormat format = OutputFormat::table;
};

struct AdviseArguments {
  analysis::QuestionRequest question;
  analysis::AdviceOptions options;
  OutputFormat format = OutputFormat::table;
};

struct CrossoverArguments {
  analysis::CrossoverRequest request;
  OutputFormat format = OutputFormat::table;
};

struct PlatformFitMessagesArguments {
  analysis::PairSelection selection;
  std::string name;  ///< empty: no platform is written
  int hosts = 0;
  std::string like = "piz-daint";
  std::filesystem::path output;  ///< empty: the user's platform folder
  OutputFormat format = OutputFormat::table;
};

struct PlatformPatternsArguments {
  std::string platform;  ///< a name or a path
  analysis::PatternSelection selection;
  OutputFormat format = OutputFormat::table;
};

struct EnvArguments {
  OutputFormat format = OutputFormat::table;
};

struct SchemaArguments {};

struct CompletionArguments {
  Shell shell = Shell::bash;
};

struct ManualPagesArguments {
  std::filesystem::path folder;
};

struct TestbedArguments {
  enum class Action { up, down, status, exec, agent };
  Action action = Action::status;
  machines::testbed::Shape shape;    ///< of `up`
  bool force = false;                ///< of `down`
  std::string host;                  ///< of `exec` its number, of `agent` its address
  std::vector<std::string> command;  ///< of `exec` and `agent`
};

/// Nothing is left to do: the program printed --help or --version, or refused the command line.
struct Finished {
  int exit_code = 0;
};

using Arguments =
    std::variant<Finished, RunArguments, SubmitArguments, StatusArguments, PlanArguments,
                 ListArguments, PlotArguments, TableArguments, MergeArguments, RecordsArguments,
                 RerunArguments, ReportArguments, ImportArguments, CompareArguments,
                 ReproduceArguments, FillInArguments, ConvertArguments, ValidateArguments,
                 CalibrateArguments, PlatformShowArguments, PlatformCheckArguments,
                 PlatformNewArguments, PlatformDrawArguments, PlatformFitArguments,
                 PlatformFitMessagesArguments, PlatformPatternsArguments, PredictArguments,
                 AdviseArguments, CrossoverArguments, EnvArguments, SchemaArguments,
                 CompletionArguments, ManualPagesArguments, TestbedArguments>;

/// Parses the command line. Prints help on stdout and errors on stderr (with `--format json` on
/// stdout, as one object).
Arguments parse_arguments(int argc, const char* const* argv);

/// The program with all its verbs and options.
CommandDescription describe_program();

/// True if the command line asks for JSON; works for invalid command lines as well.
bool wants_json(int argc, const char* const* argv);

}  // namespace sparlab::cli
