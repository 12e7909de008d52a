#include <iostream>

#include "base/system/standard_streams.hpp"
#include "base/text/printable.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"

namespace {

using namespace sparlab::cli;

struct Dispatch {
  int operator()(const Finished& finished) const { return finished.exit_code; }
  int operator()(const RunArguments& run) const { return run_command(run); }
  int operator()(const SubmitArguments& submit) const { return submit_command(submit); }
  int operator()(const StatusArguments& status) const { return status_command(status); }
  int operator()(const PlanArguments& plan) const { return plan_command(plan); }
  int operator()(const ListArguments& list) const { return list_command(list); }
  int operator()(const PlotArguments& plot) const { return plot_command(plot); }
  int operator()(const TableArguments& table) const { return table_command(table); }
  int operator()(const MergeArguments& merge) const { return merge_command(merge); }
  int operator()(const RecordsArguments& records) const { return records_command(records); }
  int operator()(const RerunArguments& rerun) const { return rerun_command(rerun); }
  int operator()(const ReportArguments& report) const { return report_command(report); }
  int operator()(const ImportArguments& import) const { return import_command(import); }
  int operator()(const CompareArguments& compare) const { return compare_command(compare); }
  int operator()(const ReproduceArguments& reproduce) const { return reproduce_command(reproduce); }
  int operator()(const ValidateArguments& validate) const { return validate_command(validate); }
  int operator()(const FillInArguments& fill_in) const { return fill_in_command(fill_in); }
  int operator()(const ConvertArguments& convert) const { return convert_command(convert); }
  int operator()(const CalibrateArguments& calibrate) const { return calibrate_command(calibrate); }
  int operator()(const PlatformShowArguments& show) const { return platform_show_command(show); }
  int operator()(const PlatformCheckArguments& check) const {
    return platform_check_command(check);
  }
  int operator()(const PlatformNewArguments& made) const { return platform_new_command(made); }
  int operator()(const PlatformDrawArguments& drawn) const { return platform_draw_command(drawn); }
  int operator()(const PlatformFitArguments& fit) const { return platform_fit_command(fit); }
  int operator()(const PlatformFitMessagesArguments& fit) const {
    return platform_fit_messages_command(fit);
  }
  int operator()(const PlatformPatternsArguments& patterns) const {
    return platform_patterns_command(patterns);
  }
  int operator()(const PredictArguments& predict) const { return predict_command(predict); }
  int operator()(const AdviseArguments& advise) const { return advise_command(advise); }
  int operator()(const CrossoverArguments& crossover) const { return crossover_command(crossover); }
  int operator()(const EnvArguments& env) const { return env_command(env); }
  int operator()(const SchemaArguments&) const { return schema_command(); }
  int operator()(const CompletionArguments& completion) const {
    return completion_command(completion);
  }
  int operator()(const ManualPagesArguments& pages) const { return manual_pages_command(pages); }
  int operator()(const TestbedArguments& testbed) const { return testbed_command(testbed); }
};

}  // namespace

int main(int argc, char** argv) {
  // All text of records, files and arguments reaches the terminal through these streams.
  const sparlab::base::PrintableStream out(std::cout);
  const sparlab::base::PrintableStream err(std::cerr);
  try {
    sparlab::base::open_closed_standard_streams();
    const int code = std::visit(Dispatch{}, parse_arguments(argc, argv));
    if (std::cout.flush()) return code;
  } catch (...) {
    return report_current_exception(wants_json(argc, argv));
  }
  report_error({.kind = "environment", .message = "cannot write to standard output"}, false);
  return kEnvironment;
}
