#include "cli/report_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "cli/option_checks.hpp"

namespace sparlab::cli {
namespace {

void add_result_folder(CLI::App& app, std::filesystem::path& directory) {
  app.add_option("dir", directory, "Output folder of a run")->check(not_empty())->required();
}

}  // namespace

void add_max_error(CLI::App& app, double& max_error) {
  app.add_option("--max-error", max_error, "Recommend approximate algorithms up to this error_l2")
      ->capture_default_str()
      ->transform(share_from_to(0.0, 1e9))
      ->option_text("ERROR");
}

void add_top(CLI::App& app, std::optional<std::size_t>& top, const char* otherwise) {
  app.add_option("--top", top,
                 fmt::format("List this many algorithms at each point, and the best dense one "
                             "({})",
                             otherwise))
      ->transform(from_to(std::size_t{1}, std::size_t{1'000'000}))
      ->option_text("NUMBER");
}

void add_plot(CLI::App& app, PlotArguments& plot) {
  add_result_folder(app, plot.directory);
  add_top(app, plot.top, "default: 3, and none where the tables would be long");
  add_max_error(app, plot.max_error);
}

void add_table(CLI::App& app, TableArguments& table) {
  add_result_folder(app, table.directory);
  add_top(app, table.top, "default: all");
  add_max_error(app, table.max_error);
  add_format(app, table.format,
             {{"text", OutputFormat::table},
              {"markdown", OutputFormat::markdown},
              {"latex", OutputFormat::latex},
              {"csv", OutputFormat::csv},
              {"jsonl", OutputFormat::jsonl}});
}

void add_report(CLI::App& app, ReportArguments& report) {
  add_result_folder(app, report.directory);
  app.add_option("-o,--output", report.output, "The page (DIR/report.html)")
      ->check(not_empty())
      ->option_text("FILE");
  add_max_error(app, report.max_error);
}

}  // namespace sparlab::cli
