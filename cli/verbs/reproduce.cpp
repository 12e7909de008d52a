#include <unistd.h>

#include <algorithm>
#include <utility>

#include "analysis/reproduction/reproduction.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/environment.hpp"
#include "cli/run_outcome.hpp"
#include "cli/verb.hpp"
#include "report/figures/published_figure.hpp"
#include "report/gnuplot/drawing.hpp"
#include "report/tables/reproduction_tables.hpp"

namespace sparlab::cli {
namespace {

int list_rows(const std::vector<analysis::PreparedRow>& rows, OutputFormat format) {
  if (format == OutputFormat::text) {
    report::print_prepared(std::cout, rows);
    return kSuccess;
  }
  print_json(base::rows_of(rows, report::prepared_fields));
  return kSuccess;
}

/// A point without a record counts before a wrong value, as in `run`.
int exit_code(const std::vector<analysis::ReproducedRow>& rows) {
  std::vector<experiments::run::PointFailure> failures;
  bool wrong = false;
  for (const analysis::ReproducedRow& row : rows) {
    failures.insert(failures.end(), row.run.failures.begin(), row.run.failures.end());
    for (const analysis::ClaimOutcome& outcome : row.outcomes)
      wrong = wrong || outcome.verdict == analysis::Verdict::differs ||
              outcome.verdict == analysis::Verdict::unknown;
  }
  return code_of_failures(failures).value_or(wrong ? kCheckFailed : kSuccess);
}

/// Draws the figures of the rows that have one.
void draw_published(const std::filesystem::path& folder,
                    const std::vector<analysis::ReproducedRow>& rows) {
  std::vector<report::Chart> figures;
  for (const analysis::ReproducedRow& row : rows)
    if (std::optional<report::Chart> chart = report::published_figure(row, row.row.result.name))
      figures.push_back(std::move(*chart));
  if (figures.empty())
    throw base::ConfigError("--figures", "", "rows without a figure", "rows with one");
  report::draw_charts(folder, figures);
  std::cerr << fmt::format("sparlab: {} figures in {}\n", figures.size(), folder.string());
}

}  // namespace

Run add_reproduce(Options& options) {
  const auto& rows = options.add<std::vector<std::string>>(
      "rows [ROW...]", "Rows of --list, or paths of files of the same form (default: all)");
  const auto& list =
      options.add<bool>("--list", "Print the rows with predicted times; run nothing");
  const auto& output = options.add<std::filesystem::path>(
      "-o,--output", "Folder with one output folder for each experiment; records in it are kept",
      {shows_default()}, base::results_folder() / "reproduce");
  const auto& data = options.add<std::filesystem::path>(
      "--data FOLDER",
      "Folder of data files that do not ship; rows whose file is absent are skipped (default: "
      "$SPARLAB_DATA)",
      {variable("SPARLAB_DATA"), existing_folder()});
  const auto& figures = options.add<std::filesystem::path>(
      "--figures FOLDER", "Folder for the pictures of rows: our curves beside what is published");
  const auto& jobs = add_jobs(options);
  const auto& format =
      add_format(options, {OutputFormat::json, OutputFormat::markdown, OutputFormat::text});
  return [&] {
    // All rows are read before the first one runs, so that a mistake costs no time.
    std::vector<analysis::PreparedRow> prepared;
    for (analysis::PublishedResult& result : analysis::find_published_results(rows))
      prepared.push_back(analysis::prepare(std::move(result), data, !figures.empty()));
    if (list) return list_rows(prepared, format);

    const experiments::run::RunOptions run{.jobs = jobs, .point_timeout_s = {}};
    std::vector<analysis::ReproducedRow> reproduced;
    for (analysis::PreparedRow& row : prepared) {
      reproduced.push_back(analysis::reproduce(std::move(row), output, run, std::cerr,
                                               ::isatty(STDERR_FILENO) == 1));
      const analysis::ReproducedRow& done = reproduced.back();
      if (done.row.missing.empty()) tell_outcome(done.run, output / done.row.experiment);
      if (done.run.interrupted) return kInterrupted;
      if (format == OutputFormat::text) report::print_reproduced(std::cout, done);
    }
    switch (format) {
      case OutputFormat::markdown:
        report::print_published(std::cout, reproduced);
        break;
      case OutputFormat::json:
        print_json(base::rows_of(reproduced, report::reproduced_fields));
        break;
      default:
        report::print_reproduction_summary(std::cout, reproduced);
    }
    if (!figures.empty()) draw_published(figures, reproduced);
    return exit_code(reproduced);
  };
}

}  // namespace sparlab::cli
