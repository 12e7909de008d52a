#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "experiments/definition/experiment_request.hpp"
#include "experiments/report/approximate_choice.hpp"

namespace sparlab::cli {

/// How a command prints its data on stdout.
enum class OutputFormat { table, json, csv, jsonl };

struct RunArguments {
  experiments::ExperimentRequest request;
  std::filesystem::path output;  ///< empty: results/<experiment>
  unsigned jobs = 0;             ///< 0: all processors
  bool resume = false;           ///< the default; said for clearness
  bool fresh = false;
  bool force = false;
  bool fail_fast = false;
  bool dry_run = false;
  double point_budget_s = 120;
  std::optional<double> point_timeout_s;
  double max_error = experiments::kMostError;  ///< error_l2 of results that are recommended
  OutputFormat format = OutputFormat::table;
};

struct PlanArguments {
  experiments::ExperimentRequest request;
  OutputFormat format = OutputFormat::table;
};

struct ListArguments {
  std::string what;       ///< algorithms, platforms, engines, suites
  std::string algorithm;  ///< one of the algorithms: its parameters; empty: all algorithms
  OutputFormat format = OutputFormat::table;
};

struct PlotArguments {
  std::filesystem::path directory;
  double max_error = experiments::kMostError;  ///< error_l2 of results that are recommended
};

struct CalibrateArguments {
  std::filesystem::path output;  ///< empty: the user's file of platform `local`
};

struct EnvArguments {
  OutputFormat format = OutputFormat::table;
};

struct SchemaArguments {};

/// The program has said all (--help, --version) or refuses the command line.
struct Finished {
  int exit_code = 0;
};

using Arguments = std::variant<Finished, RunArguments, PlanArguments, ListArguments, PlotArguments,
                               CalibrateArguments, EnvArguments, SchemaArguments>;

/// Reads the command line. Help goes to stdout, errors to stderr (with `--format json` to stdout,
/// as one object).
Arguments parse_arguments(int argc, const char* const* argv);

/// Whether the command line asks for JSON; answers for ill-formed command lines too.
bool wants_json(int argc, const char* const* argv);

}  // namespace sparlab::cli
