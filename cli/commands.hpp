#pragma once

#include <filesystem>

#include "cli/arguments.hpp"
#include "experiments/run/sweep/runner.hpp"
#include "experiments/spec/plan/plan.hpp"

namespace sparlab::cli {

/// Each verb prints data on stdout and progress on stderr, and returns the exit code. Errors are
/// thrown for main to report.
int run_command(const RunArguments& arguments);
int submit_command(const SubmitArguments& arguments);
int status_command(const StatusArguments& arguments);
int plan_command(const PlanArguments& arguments);
int list_command(const ListArguments& arguments);
int plot_command(const PlotArguments& arguments);
int table_command(const TableArguments& arguments);
int merge_command(const MergeArguments& arguments);
int records_command(const RecordsArguments& arguments);
int rerun_command(const RerunArguments& arguments);
int report_command(const ReportArguments& arguments);
int import_command(const ImportArguments& arguments);
int compare_command(const CompareArguments& arguments);
int reproduce_command(const ReproduceArguments& arguments);
int validate_command(const ValidateArguments& arguments);
int fill_in_command(const FillInArguments& arguments);
int convert_command(const ConvertArguments& arguments);
int calibrate_command(const CalibrateArguments& arguments);
int platform_show_command(const PlatformShowArguments& arguments);
int platform_check_command(const PlatformCheckArguments& arguments);
int platform_new_command(const PlatformNewArguments& arguments);
int platform_draw_command(const PlatformDrawArguments& arguments);
int platform_fit_command(const PlatformFitArguments& arguments);
int platform_fit_messages_command(const PlatformFitMessagesArguments& arguments);
int platform_patterns_command(const PlatformPatternsArguments& arguments);
int predict_command(const PredictArguments& arguments);
int advise_command(const AdviseArguments& arguments);
int crossover_command(const CrossoverArguments& arguments);
int env_command(const EnvArguments& arguments);
int schema_command();
int completion_command(const CompletionArguments& arguments);
int manual_pages_command(const ManualPagesArguments& arguments);
int testbed_command(const TestbedArguments& arguments);

/// `compare` with a baseline: compares runs of the same experiment.
int compare_with_baseline(const CompareArguments& arguments);

/// Prints all points of a plan with their predicted run time and memory, as a table or as JSON.
void print_plan(const experiments::Plan& plan, OutputFormat format);

/// Says on stderr how the points of a run ended, and where their records are.
void tell_outcome(const experiments::run::RunOutcome& outcome, const std::filesystem::path& folder);

}  // namespace sparlab::cli
