#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <ostream>

#include "experiments/spec/points/engine.hpp"
#include "report/tables/bound_tables.hpp"
#include "report/tables/csv_cells.hpp"

namespace sparlab::report {

void write_bounds_csv(std::ostream& stream, const std::vector<analysis::BoundedRecord>& records) {
  std::vector<std::string> heading = {"folder",    "id",     "experiment", "sweep", "engine",
                                      "algorithm", "P",      "N",          "nnz",   "density",
                                      "platform",  "time_s", "why_none"};
  for (const model::BoundKind kind : model::kBoundKinds)
    heading.push_back(fmt::format("{}_s", name(kind)));
  heading.insert(heading.end(), {"largest_proved", "tightness", "broken"});
  stream << fmt::format("{}\n", fmt::join(heading, ","));
  for (const analysis::BoundedRecord& bounded : records) {
    const experiments::Point& point = bounded.record->point;
    std::vector<std::string> cells = {
        csv_text(bounded.folder),           csv_text(bounded.record->id),
        csv_text(point.experiment),         csv_text(point.sweep),
        std::string(name_of(point.engine)), csv_text(point.algorithm.spec()),
        std::to_string(point.ranks),        std::to_string(point.universe),
        std::to_string(point.nnz),          csv_number(point.density),
        csv_text(point.platform),           csv_number(bounded.record->time_s),
        csv_text(bounded.why_none)};
    std::vector<std::string_view> broken;
    for (std::size_t i = 0; i < model::kBoundKinds.size(); ++i) {
      const model::BoundCheck* const check = bounded.checks.empty() ? nullptr : &bounded.checks[i];
      const bool applies = check != nullptr && check->applies;
      cells.push_back(csv_number(applies ? std::optional(check->bound_s) : std::nullopt));
      if (applies && !check->holds) broken.push_back(name(check->kind));
    }
    const model::BoundCheck* const largest = bounded.nearest();
    cells.emplace_back(largest == nullptr ? "" : name(largest->kind));
    cells.push_back(
        csv_number(largest == nullptr ? std::nullopt : std::optional(largest->tightness)));
    cells.push_back(fmt::format("{}", fmt::join(broken, " ")));
    stream << fmt::format("{}\n", fmt::join(cells, ","));
  }
}

}  // namespace sparlab::report
