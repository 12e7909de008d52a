#include "report/tables/point_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <ostream>
#include <tuple>

#include "analysis/results/bandwidth.hpp"
#include "analysis/results/standing.hpp"
#include "base/json/value_json.hpp"
#include "base/text/csv_writer.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::report {
namespace {

/// A result of a point, and where it stands among those of its engine.
struct Placed {
  const experiments::Record* record = nullptr;
  std::size_t place = 1;       ///< among the exact, or among the approximate algorithms
  std::optional<double> best;  ///< time of the best exact algorithm
  const experiments::Record* dense = nullptr;  ///< the best one of the engine, null if none ran
  bool shown = true;                           ///< among the fastest, or the best dense one
};

/// The algorithms of a panel, in the order in which they are listed.
struct Groups {
  explicit Groups(const analysis::Panel& panel)
      : exact(panel.competing()), choosing(panel.choosing()), approximate(panel.approximate()) {}

  analysis::Panel exact, choosing, approximate;
};

/// The results of one engine at one position, the fastest of each group first.
std::vector<Placed> placed_at(const Groups& groups, experiments::Engine engine, double position,
                              std::size_t top) {
  std::vector<Placed> placed;
  std::optional<double> best;
  const experiments::Record* dense = nullptr;
  const auto add = [&](const analysis::Standing& standing) {
    for (std::size_t i = 0; i < standing.fastest_first.size(); ++i) {
      const experiments::Record* const record = standing.fastest_first[i];
      const bool shown = i < top || record == standing.best_dense;
      placed.push_back({record, i + 1, best, dense, shown});
    }
  };
  if (const auto standing = analysis::standing_at(groups.exact, engine, position)) {
    best = standing->winner().time_s;
    dense = standing->best_dense;
    add(*standing);
  }
  for (const analysis::Panel* group : {&groups.choosing, &groups.approximate})
    if (const auto standing = analysis::standing_at(*group, engine, position)) add(*standing);
  return placed;
}

std::string quotient_text(std::optional<double> numerator, double denominator) {
  if (!numerator || !(denominator > 0)) return "-";
  const double ratio = *numerator / denominator;
  const int decimals = ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0;
  return ratio < 99'999.5 ? fmt::format("{:.{}f}", ratio, decimals) : fmt::format("{:.0e}", ratio);
}

std::string gigabytes_text(const experiments::Record& record) {
  const auto bandwidth = analysis::algorithm_bandwidth(record);
  if (!bandwidth) return "-";
  const double value = *bandwidth / 1e9;
  if (value < 0.0095) return fmt::format("{:.0e}", value);
  return value < 0.9995 ? fmt::format("{:.3f}", value) : quotient_text(value, 1);
}

std::string point_cell_text(const std::string& time, const std::string& ratio,
                            const std::string& bandwidth) {
  return fmt::format("{:>7} {:>5} {:>5}", time, ratio, bandwidth);
}

/// An algorithm at one position, on all engines.
struct PointRow {
  bool exact = true;
  bool chooses = false;
  double time_s = std::numeric_limits<double>::infinity();  ///< on the first engine
  std::vector<std::string> cells;                           ///< one for each engine
};

/// In the order of the table.
std::vector<std::pair<std::string, PointRow>> point_rows_at(
    const Groups& groups, const std::vector<experiments::Engine>& engines, double position,
    std::size_t top) {
  // An algorithm that is shown for one engine has its results on all.
  std::vector<std::vector<Placed>> all;
  std::map<std::string, PointRow> found;
  for (const experiments::Engine engine : engines) {
    all.push_back(placed_at(groups, engine, position, top));
    for (const Placed& one : all.back())
      if (one.shown) found[one.record->point.algorithm.spec()].cells.resize(engines.size());
  }
  for (std::size_t i = 0; i < engines.size(); ++i)
    for (const Placed& one : all[i]) {
      const auto row = found.find(one.record->point.algorithm.spec());
      if (row == found.end()) continue;
      const experiments::Record& record = *one.record;
      row->second.exact = !analysis::is_approximate(row->first);
      row->second.chooses = groups.choosing.find(engines[i], row->first) != nullptr;
      if (row->second.time_s == std::numeric_limits<double>::infinity())
        row->second.time_s = record.time_s;
      row->second.cells[i] = point_cell_text(
          base::seconds_text(record.time_s),
          one.best ? quotient_text(record.time_s, *one.best) : "-", gigabytes_text(record));
    }
  std::vector<std::pair<std::string, PointRow>> rows(found.begin(), found.end());
  std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
    const auto key = [](const PointRow& row) {
      return std::tuple(!row.exact, row.chooses, row.time_s);
    };
    return key(a.second) < key(b.second);
  });
  return rows;
}

std::optional<double> quotient_of(std::optional<double> numerator,
                                  std::optional<double> denominator) {
  if (!numerator || !denominator || !(*denominator > 0)) return std::nullopt;
  return *numerator / *denominator;
}

base::Fields placed_fields(const analysis::SweepView& sweep, const Placed& one) {
  const experiments::Record& record = *one.record;
  const experiments::Point& point = record.point;
  const experiments::Record* const dense = one.dense;
  return {{"experiment", sweep.experiment},
          {"sweep", sweep.label},
          {"settings", sweep.settings},
          {"platform", sweep.platform},
          {"engine", name_of(point.engine)},
          {"P", point.ranks},
          {"N", point.universe},
          {"density", point.density},
          {"algorithm", point.algorithm.spec()},
          {"exact", !analysis::is_approximate(point.algorithm.spec())},
          {"place", one.place},
          {"time_s", record.time_s},
          {"time_low_s", record.time_low_s},
          {"time_high_s", record.time_high_s},
          {"time_over_best", quotient_of(record.time_s, one.best)},
          {"best_dense", dense == nullptr ? "" : dense->point.algorithm.spec()},
          {"best_dense_over_time",
           dense == nullptr ? std::nullopt : quotient_of(dense->time_s, record.time_s)},
          {"algbw_bytes_per_s", analysis::algorithm_bandwidth(record)},
          {"wirebw_bytes_per_s", analysis::wire_bandwidth(record)},
          {"id", record.id}};
}

/// Calls `use` with what data have of each result that is shown.
void for_each_place(std::span<const analysis::SweepView> sweeps, std::size_t top,
                    const std::function<void(const base::Fields&)>& use) {
  for (const analysis::SweepView& sweep : sweeps)
    for (const analysis::Panel& panel : sweep.panels) {
      const Groups groups(panel);
      for (const double position : panel.positions)
        for (const experiments::Engine engine : panel.engines())
          for (const Placed& one : placed_at(groups, engine, position, top))
            if (one.shown) use(placed_fields(sweep, one));
    }
}

}  // namespace

TextRows point_rows(const analysis::Panel& panel, std::size_t top) {
  const Groups groups(panel);
  const std::vector<experiments::Engine> engines = panel.engines();
  TextRows rows{{"", ""}, {std::string(name_of(panel.axis)), "algorithm"}};
  for (const experiments::Engine engine : engines) {
    rows[0].push_back(fmt::format("{:>7}", name_of(engine)));
    rows[1].push_back(point_cell_text("time", "ratio", "GB/s"));
  }
  for (const double position : panel.positions) {
    std::string place = analysis::position_text(panel.axis, position);
    for (auto& [algorithm, row] : point_rows_at(groups, engines, position, top)) {
      rows.push_back({place, algorithm + (row.chooses ? " (chooses)"
                                          : row.exact ? ""
                                                      : " (approximate)")});
      std::ranges::move(row.cells, std::back_inserter(rows.back()));
      place.clear();
    }
  }
  return rows;
}

std::size_t count_point_rows(const analysis::Panel& panel, std::size_t top) {
  const std::size_t algorithms = panel.algorithms().size();
  return panel.positions.size() * (top < algorithms ? top : algorithms);
}

void write_points_csv(std::ostream& stream, std::span<const analysis::SweepView> sweeps,
                      std::size_t top) {
  base::CsvWriter csv(stream);
  const experiments::Record none;
  csv.heading(placed_fields({}, {.record = &none, .best = {}}));
  for_each_place(sweeps, top, [&](const base::Fields& fields) { csv.row(fields); });
}

void write_points_jsonl(std::ostream& stream, std::span<const analysis::SweepView> sweeps,
                        std::size_t top) {
  for_each_place(sweeps, top, [&](const base::Fields& fields) {
    stream << base::json_text(fields, -1) << '\n';
  });
}

}  // namespace sparlab::report
