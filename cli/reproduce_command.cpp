#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "analysis/reproduction/reproduction.hpp"
#include "base/errors/errors.hpp"
#include "base/system/environment.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "report/figures/published_figure.hpp"
#include "report/gnuplot/drawing.hpp"
#include "report/tables/published_table.hpp"
#include "report/tables/reproduction_tables.hpp"

namespace sparlab::cli {
namespace {

int list_rows(const std::vector<analysis::PreparedRow>& rows, OutputFormat format) {
  if (format == OutputFormat::table) {
    report::print_prepared(std::cout, rows);
    return kSuccess;
  }
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const analysis::PreparedRow& row : rows) array.push_back(report::prepared_to_json(row));
  std::cout << array.dump(2) << '\n';
  return kSuccess;
}

/// A point without a record counts before a wrong value, as in `run`.
int exit_code(const std::vector<analysis::ReproducedRow>& rows) {
  bool failed = false;
  bool only_environment = true;
  bool wrong = false;
  for (const analysis::ReproducedRow& row : rows) {
    for (const experiments::run::PointFailure& failure : row.run.failures) {
      failed = true;
      only_environment = only_environment && failure.environment;
    }
    for (const analysis::ClaimOutcome& outcome : row.outcomes)
      wrong = wrong || outcome.verdict == analysis::Verdict::differs ||
              outcome.verdict == analysis::Verdict::unknown;
  }
  if (failed) return only_environment ? kEnvironment : kPartial;
  return wrong ? kCheckFailed : kSuccess;
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

int reproduce_command(const ReproduceArguments& arguments) {
  // All rows are read before the first one runs, so that a mistake costs no time.
  std::vector<analysis::PreparedRow> prepared;
  for (analysis::PublishedResult& result : analysis::find_published_results(arguments.rows))
    prepared.push_back(
        analysis::prepare(std::move(result), arguments.data, !arguments.figures.empty()));
  if (arguments.list) return list_rows(prepared, arguments.format);

  const experiments::run::RunOptions options{
      .jobs = arguments.jobs == 0 ? base::usable_processors() : arguments.jobs,
      .point_timeout_s = {}};
  std::vector<analysis::ReproducedRow> rows;
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (analysis::PreparedRow& row : prepared) {
    rows.push_back(analysis::reproduce(std::move(row), arguments.output, options, std::cerr,
                                       ::isatty(STDERR_FILENO) == 1));
    const analysis::ReproducedRow& done = rows.back();
    if (done.row.missing.empty()) tell_outcome(done.run, arguments.output / done.row.experiment);
    if (done.run.interrupted) return kInterrupted;
    if (arguments.format == OutputFormat::table) report::print_reproduced(std::cout, done);
    if (arguments.format == OutputFormat::json) array.push_back(report::reproduced_to_json(done));
  }
  switch (arguments.format) {
    case OutputFormat::markdown:
      report::write_published_table(std::cout, rows);
      break;
    case OutputFormat::json:
      std::cout << array.dump(2) << '\n';
      break;
    default:
      report::print_reproduction_summary(std::cout, rows);
  }
  if (!arguments.figures.empty()) draw_published(arguments.figures, rows);
  return exit_code(rows);
}

}  // namespace sparlab::cli
