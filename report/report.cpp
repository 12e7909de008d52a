#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <ostream>
#include <sstream>

#include "analysis/results/checked_bounds.hpp"
#include "analysis/results/sweep_views.hpp"
#include "base/system/whole_file.hpp"
#include "base/text/text_table.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/step_timeline.hpp"
#include "report/figures/training_figures.hpp"
#include "report/gnuplot/drawing.hpp"
#include "report/tables/bound_tables.hpp"
#include "report/tables/glance.hpp"
#include "report/tables/report_writer.hpp"
#include "report/tables/step_tables.hpp"
#include "report/tables/summary_csv.hpp"
#include "report/tables/summary_table.hpp"
#include "report/tables/training_tables.hpp"

namespace sparlab::report {
namespace {

bool is_allreduce(const experiments::Record& record) {
  return !record.point.step && !record.point.training;
}

/// Steps and training runs have tables of their own.
void write_tables(ReportWriter& report, const std::vector<experiments::Record>& records,
                  const SummaryOptions& options, Extent extent = Extent::tables) {
  const auto summarise = [&](const std::vector<experiments::Record>& some) {
    const std::vector<analysis::SweepView> sweeps = analysis::group_by_sweep(some);
    if (extent == Extent::glance) return write_glance(report, sweeps);
    write_summary(report, sweeps, options);
  };
  if (std::ranges::all_of(records, is_allreduce)) return summarise(records);
  std::vector<experiments::Record> allreduces;
  std::ranges::copy_if(records, std::back_inserter(allreduces), is_allreduce);
  if (!allreduces.empty()) summarise(allreduces);
  write_steps(report, records);
  write_training(report, records);
}

std::unique_ptr<ReportWriter> writer_of(std::ostream& stream, TableFormat format) {
  if (format == TableFormat::markdown) return markdown_report(stream);
  return format == TableFormat::latex ? latex_report(stream) : text_report(stream);
}

}  // namespace

void write_report(const std::filesystem::path& output_dir,
                  const std::vector<experiments::Record>& records, std::ostream& table,
                  const SummaryOptions& options, Extent extent) {
  base::remove_stale_partials(output_dir);
  // Each of these takes a second or more for 100,000 records, as the tables do.
  auto csv = std::async(std::launch::async, [&] {
    std::ostringstream text;
    write_summary_csv(text, records);
    base::write_whole_file(output_dir / "summary.csv", text.str());
  });
  auto bounds = std::async(std::launch::async, [&] { return analysis::bound_totals_of(records); });
  const std::vector<analysis::SweepView> sweeps = analysis::group_by_sweep(records);
  std::ostringstream of_figures;
  auto figures = std::async(std::launch::async, [&] {
    std::vector<Chart> charts = figures_of(sweeps, of_figures);
    for (Chart& chart : training_figures(records)) charts.push_back(std::move(chart));
    for (Chart& chart : step_timelines(records)) charts.push_back(std::move(chart));
    replace_charts(output_dir / "figures", charts);
  });

  const auto text = text_report(table);
  write_tables(*text, records, options, extent);
  table << '\n';
  const analysis::BoundTotals totals = bounds.get();
  if (extent == Extent::tables || totals.broken + totals.broken_as_published > 0)
    base::print_wrapped(table, bounds_sentence(totals), 0, base::kLineCharacters);
  csv.get();
  table.flush();  // figures may still take seconds, or fail
  figures.wait();
  table << of_figures.str();
  if (extent == Extent::glance)
    base::print_wrapped(
        table,
        fmt::format("{0}: records, summary.csv, figures; all tables: sparlab table {0}",
                    output_dir.string()),
        0, base::kLineCharacters);
  figures.get();
}

void print_tables(std::ostream& stream, const std::vector<experiments::Record>& records,
                  TableFormat format, const SummaryOptions& options) {
  const std::size_t top = options.top.value_or(kAllAlgorithms);
  if (format == TableFormat::csv)
    write_points_csv(stream, analysis::group_by_sweep(records), top);
  else if (format == TableFormat::jsonl)
    write_points_jsonl(stream, analysis::group_by_sweep(records), top);
  else
    write_tables(*writer_of(stream, format), records, options);
}

void print_pivot(std::ostream& stream, const std::vector<experiments::Record>& records,
                 TableFormat format, Pivot pivot) {
  const std::vector<analysis::SweepView> sweeps = analysis::group_by_sweep(records);
  if (format == TableFormat::csv)
    write_pivot_csv(stream, sweeps, pivot);
  else if (format == TableFormat::jsonl)
    write_pivot_jsonl(stream, sweeps, pivot);
  else
    write_pivot(*writer_of(stream, format), sweeps, pivot);
}

}  // namespace sparlab::report
