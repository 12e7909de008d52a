#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "base/errors/errors.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/published_figure.hpp"
#include "report/tables/published_table.hpp"
#include "analysis/reproduction/reproduction.hpp"
#include "report/tables/reproduction_tables.hpp"
#include "base/system/environment.hpp"

namespace sparlab::cli {
namespace {

using namespace sparlab::experiments;

int list_rows(const std::vector<PreparedRow>& rows, OutputFormat format) {
  if (format == OutputFormat::table) {
    print_prepared(std::cout, rows);
    return kSuccess;
  }
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const PreparedRow& row : rows) array.push_back(prepared_to_json(row));
  std::cout << array.dump(2) << '\n';
  return kSuccess;
}

/// A point without a record counts before a wrong value, as in `run`.
int exit_code(const std::vector<ReproducedRow>& rows) {
  bool failed = false;
  bool only_environment = true;
  bool wrong = false;
  for (const ReproducedRow& row : rows) {
    for (const PointFailure& failure : row.run.failures) {
      failed = true;
      only_environment = only_environment && failure.environment;
    }
    for (const ClaimOutcome& outcome : row.outcomes)
      wrong = wrong || outcome.verdict == Verdict::differs || outcome.verdict == Verdict::unknown;
  }
  if (failed) return only_environment ? kEnvironment : kPartial;
  return wrong ? kCheckFailed : kSuccess;
}

/// Draws the figures of the rows that have one.
void draw_published(const std::filesystem::path& folder, const std::vector<ReproducedRow>& rows) {
  std::vector<Figure> figures;
  for (const ReproducedRow& row : rows)
    if (can_draw_published(row)) figures.push_back(published_figure(row, row.row.result.name));
  if (figures.empty()) throw ConfigError("--figures", "", "rows without a figure", "rows with one");
  draw_figures(folder, figures);
  std::cerr << fmt::format("sparlab: {} figures in {}\n", figures.size(), folder.string());
}

}  // namespace

int reproduce_command(const ReproduceArguments& arguments) {
  // All rows are read before the first one runs, so that a mistake costs no time.
  std::vector<PreparedRow> prepared;
  for (PublishedResult& result : find_published_results(arguments.rows))
    prepared.push_back(prepare(std::move(result), arguments.data, !arguments.figures.empty()));
  if (arguments.list) return list_rows(prepared, arguments.format);

  const RunOptions options{.jobs = arguments.jobs == 0 ? usable_processors() : arguments.jobs,
                           .point_timeout_s = {}};
  std::vector<ReproducedRow> rows;
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (PreparedRow& row : prepared) {
    rows.push_back(reproduce(std::move(row), arguments.output, options, std::cerr,
                             ::isatty(STDERR_FILENO) == 1));
    const ReproducedRow& done = rows.back();
    if (done.row.missing.empty()) tell_outcome(done.run, arguments.output / done.row.experiment);
    if (done.run.interrupted) return kInterrupted;
    if (arguments.format == OutputFormat::table) print_reproduced(std::cout, done);
    if (arguments.format == OutputFormat::json) array.push_back(reproduced_to_json(done));
  }
  switch (arguments.format) {
    case OutputFormat::markdown:
      write_published_table(std::cout, rows);
      break;
    case OutputFormat::json:
      std::cout << array.dump(2) << '\n';
      break;
    default:
      print_reproduction_summary(std::cout, rows);
  }
  if (!arguments.figures.empty()) draw_published(arguments.figures, rows);
  return exit_code(rows);
}

}  // namespace sparlab::cli
