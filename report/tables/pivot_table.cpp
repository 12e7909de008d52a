#include "report/tables/pivot_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <tuple>

#include "base/json/value_json.hpp"
#include "base/text/csv_writer.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::report {
namespace {

using analysis::SweepView;
using experiments::Record;

/// A coordinate of a record, for data and as a text; places sort as they are to be listed.
struct Coordinate {
  double place = 0;
  base::Value value;
  std::string text;

  bool operator<(const Coordinate& other) const {
    return std::tie(place, text) < std::tie(other.place, other.text);
  }
};

enum Name : std::size_t {
  sweep,
  settings,
  platform,
  engine,
  ranks,
  universe,
  density,
  algorithm,
  names
};
constexpr std::array<const char*, names> kNames = {"sweep", "settings", "platform", "engine",
                                                   "P",     "N",        "density",  "algorithm"};
using Coordinates = std::array<Coordinate, names>;

Name name_of(Pivot pivot) {
  constexpr std::array<Name, 6> kOfPivot = {algorithm, engine, platform, ranks, universe, density};
  return kOfPivot[static_cast<std::size_t>(pivot)];
}

Coordinates coordinates_of(const SweepView& view, double place, const Record& record) {
  const experiments::Point& point = record.point;
  const std::string spec = point.algorithm.spec();
  const auto text = [](double at, std::string_view shown) {
    return Coordinate{at, shown, std::string(shown)};
  };
  // k/N of one density differs a little between values of N.
  const std::string shown = base::short_number(point.density);
  const double rounded = std::strtod(shown.c_str(), nullptr);
  return {text(place, view.name()),
          text(0, view.settings),
          text(0, point.platform),
          text(static_cast<double>(point.engine), name_of(point.engine)),
          {static_cast<double>(point.ranks), point.ranks, base::short_count(point.ranks)},
          {static_cast<double>(point.universe), point.universe, base::short_count(point.universe)},
          {rounded, rounded, shown},
          text(static_cast<double>(analysis::registry_position(spec)), spec)};
}

/// The table, before it has a form.
struct Table {
  Name pivot;
  std::vector<Coordinate> columns;
  std::map<Coordinates, std::map<Coordinate, double>> rows;  ///< without the pivot's coordinate
  std::array<bool, names> varies{};

  Table(std::span<const SweepView> sweeps, Pivot by) : pivot(name_of(by)) {
    std::array<std::set<std::string>, names> found;
    std::set<Coordinate> across;
    for (std::size_t i = 0; i < sweeps.size(); ++i)
      for (const analysis::Panel& panel : sweeps[i].panels)
        for (const analysis::Series& series : panel.series)
          for (const Record* record : series.records) {
            const auto first = std::ranges::find(sweeps, sweeps[i].name(), &SweepView::name);
            Coordinates at =
                coordinates_of(sweeps[i], static_cast<double>(first - sweeps.begin()), *record);
            for (std::size_t name = 0; name < names; ++name) found[name].insert(at[name].text);
            const Coordinate column = std::exchange(at[pivot], {});
            across.insert(column);
            rows[at][column] = record->time_s;
          }
    columns.assign(across.begin(), across.end());
    for (std::size_t name = 0; name < names; ++name)
      varies[name] = name != pivot && found[name].size() > 1;
  }

  /// "kylix", "P 8".
  std::string heading(const Coordinate& column) const {
    const bool is_number = pivot == ranks || pivot == universe || pivot == density;
    return is_number ? fmt::format("{} {}", kNames[pivot], column.text) : column.text;
  }
};

}  // namespace

void write_pivot(ReportWriter& report, std::span<const SweepView> sweeps, Pivot pivot) {
  const Table table(sweeps, pivot);
  if (table.rows.empty()) return;
  std::vector<std::string> fixed;
  TextRows rows(1);
  for (std::size_t name = 0; name < names; ++name) {
    if (table.varies[name])
      rows[0].push_back(kNames[name]);
    else if (const std::string& text = table.rows.begin()->first[name].text; !text.empty())
      fixed.push_back(fmt::format("{} {}", kNames[name], text));
  }
  report.paragraph(fmt::format("Times{}; {}",
                               table.pivot == algorithm ? ", the shortest of each row marked" : "",
                               fmt::join(fixed, ", ")));
  for (const Coordinate& column : table.columns) rows[0].push_back(table.heading(column));
  std::vector<TableCell> strong;
  for (const auto& [at, times] : table.rows) {
    std::vector<std::string>& row = rows.emplace_back();
    for (std::size_t name = 0; name < names; ++name)
      if (table.varies[name]) row.push_back(at[name].text);
    const double best =
        std::ranges::min_element(times, {}, [](const auto& one) { return one.second; })->second;
    for (const Coordinate& column : table.columns) {
      const auto found = times.find(column);
      if (found != times.end() && found->second == best && table.pivot == algorithm)
        strong.push_back({rows.size() - 1, row.size()});
      row.push_back(found == times.end() ? "-" : base::seconds_text(found->second));
    }
  }
  report.table(rows, 1, strong);
}

namespace {

/// Calls `use` with each row. `nested`: its times are one object.
template <class Use>
void for_each_row(std::span<const SweepView> sweeps, Pivot pivot, bool nested, Use use) {
  const Table table(sweeps, pivot);
  for (const auto& [at, times] : table.rows) {
    base::Fields row, of_columns;
    for (std::size_t name = 0; name < names; ++name)
      if (name != table.pivot) row.emplace_back(kNames[name], at[name].value);
    for (const Coordinate& column : table.columns) {
      const auto found = times.find(column);
      of_columns.emplace_back(nested ? table.heading(column) : table.heading(column) + " time_s",
                              found == times.end() ? base::Value() : base::Value(found->second));
    }
    if (nested)
      row.emplace_back("time_s", std::move(of_columns));
    else
      std::ranges::move(of_columns, std::back_inserter(row));
    use(row);
  }
}

}  // namespace

void write_pivot_csv(std::ostream& stream, std::span<const SweepView> sweeps, Pivot pivot) {
  base::CsvWriter csv(stream);
  for_each_row(sweeps, pivot, false, [&](const base::Fields& row) { csv.row(row); });
}

void write_pivot_jsonl(std::ostream& stream, std::span<const SweepView> sweeps, Pivot pivot) {
  for_each_row(sweeps, pivot, true,
               [&](const base::Fields& row) { stream << base::json_text(row, -1) << '\n'; });
}

}  // namespace sparlab::report
