#include "report/report.hpp"

#include <future>
#include <ostream>
#include <sstream>

#include "analysis/results/checked_bounds.hpp"
#include "analysis/results/sweep_views.hpp"
#include "base/system/whole_file.hpp"
#include "base/text/text_table.hpp"
#include "report/figures/figures.hpp"
#include "report/tables/bound_tables.hpp"
#include "report/tables/report_writer.hpp"
#include "report/tables/summary_csv.hpp"
#include "report/tables/summary_table.hpp"

namespace sparlab::report {

void write_report(const std::filesystem::path& output_dir,
                  const std::vector<experiments::Record>& records, std::ostream& table,
                  const SummaryOptions& options) {
  base::remove_stale_partials(output_dir);
  // Each of these takes a second or more for 100,000 records, as the tables do.
  auto csv = std::async(std::launch::async, [&] {
    std::ostringstream text;
    write_summary_csv(text, records);
    base::write_whole_file(output_dir / "summary.csv", text.str());
  });
  auto bounds = std::async(std::launch::async,
                           [&] { return bounds_sentence(analysis::bound_totals_of(records)); });
  const std::vector<analysis::SweepView> sweeps = analysis::group_by_sweep(records);
  std::ostringstream of_figures;
  auto figures = std::async(std::launch::async,
                            [&] { write_figures(output_dir / "figures", sweeps, of_figures); });

  TextReport text(table);
  write_summary(text, sweeps, options);
  table << '\n';
  base::print_wrapped(table, bounds.get(), 0, base::kLineCharacters);
  csv.get();
  table.flush();  // figures may still take seconds, or fail
  figures.wait();
  table << of_figures.str();
  figures.get();
}

void print_tables(std::ostream& stream, const std::vector<experiments::Record>& records,
                  TableFormat format, const SummaryOptions& options) {
  const std::vector<analysis::SweepView> sweeps = analysis::group_by_sweep(records);
  switch (format) {
    case TableFormat::text: {
      TextReport text(stream);
      write_summary(text, sweeps, options);
      break;
    }
    case TableFormat::markdown: {
      MarkdownReport markdown(stream);
      write_summary(markdown, sweeps, options);
      break;
    }
    case TableFormat::csv:
      write_points_csv(stream, sweeps, options.top.value_or(kAllAlgorithms));
      break;
  }
}

}  // namespace sparlab::report
