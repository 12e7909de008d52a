#include "experiments/report/report.hpp"

#include <ostream>
#include <sstream>

#include "experiments/report/analysis/checked_bounds.hpp"
#include "experiments/report/analysis/sweep_views.hpp"
#include "experiments/report/figures/figures.hpp"
#include "experiments/report/tables/bound_tables.hpp"
#include "experiments/report/tables/summary_csv.hpp"
#include "experiments/report/tables/summary_table.hpp"
#include "experiments/system/whole_file.hpp"
#include "experiments/text/text_table.hpp"

namespace sparlab::experiments {

void write_report(const std::filesystem::path& output_dir, const std::vector<Record>& records,
                  std::ostream& table, double most_error) {
  remove_stale_partials(output_dir);
  std::ostringstream csv;
  write_summary_csv(csv, records);
  write_whole_file(output_dir / "summary.csv", csv.str());

  const std::vector<SweepView> sweeps = group_by_sweep(records);
  print_summary_table(table, sweeps, most_error);
  constexpr std::size_t kWidth = 118;
  table << '\n';
  print_wrapped(table, bounds_sentence(bound_totals_of(records)), 0, kWidth);
  table.flush();
  write_figures(output_dir / "figures", sweeps, table);
}

}  // namespace sparlab::experiments
