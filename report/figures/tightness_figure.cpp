#include "report/figures/tightness_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "analysis/results/panel.hpp"
#include "analysis/results/point_identity.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/contract.hpp"
#include "model/base/order_statistics.hpp"
#include "report/figures/figure_data.hpp"

namespace sparlab::report {
namespace {

/// Okabe and Ito's blue, vermilion and green; grey for engines beyond these.
constexpr std::array<std::string_view, 4> kEngineColours = {"0x0072B2", "0xD55E00", "0x009E73",
                                                            "0x777777"};

using Ratios = std::map<std::pair<std::size_t, std::size_t>, std::vector<double>>;

/// The bounded records in the order in which rows show them.
struct Drawn {
  std::vector<std::string> algorithms;  ///< in the order of the registry
  std::vector<experiments::Engine> engines;
  std::size_t left_out = 0;  ///< algorithms
};

Drawn drawn_of(const std::vector<analysis::BoundedRecord>& records) {
  std::set<std::pair<std::size_t, std::string>> algorithms;
  std::set<experiments::Engine> engines;
  for (const analysis::BoundedRecord& record : records) {
    if (record.nearest() == nullptr) continue;
    const std::string& spec = record.record->point.algorithm.spec();
    algorithms.emplace(analysis::registry_position(spec), spec);
    engines.insert(record.record->point.engine);
  }
  Drawn drawn;
  for (const auto& [place, spec] : algorithms) drawn.algorithms.push_back(spec);
  if (drawn.algorithms.size() > kMostTightnessRows) {
    drawn.left_out = drawn.algorithms.size() - kMostTightnessRows;
    drawn.algorithms.resize(kMostTightnessRows);
  }
  drawn.engines.assign(engines.begin(), engines.end());
  return drawn;
}

/// Time over the largest bound of one form, by row and engine.
Ratios ratios_of(const std::vector<analysis::BoundedRecord>& records, const Drawn& drawn,
                 bool proved) {
  Ratios ratios;
  for (const analysis::BoundedRecord& record : records) {
    const model::BoundCheck* const largest =
        proved ? record.nearest() : largest_bound(record.checks, false);
    const experiments::Point& point = record.record->point;
    const auto row = std::ranges::find(drawn.algorithms, point.algorithm.spec());
    if (largest == nullptr || row == drawn.algorithms.end()) continue;
    const auto engine = std::ranges::find(drawn.engines, point.engine);
    ratios[{static_cast<std::size_t>(row - drawn.algorithms.begin()) + 1,
            static_cast<std::size_t>(engine - drawn.engines.begin())}]
        .push_back(largest->tightness);
  }
  return ratios;
}

std::string_view colour_of(std::size_t engine) {
  return kEngineColours[std::min(engine, kEngineColours.size() - 1)];
}

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t most = 0;
  for (const std::string& text : texts) most = std::max(most, text.size());
  return most;
}

std::string subtitle_of(const std::vector<analysis::BoundedRecord>& records) {
  std::set<std::string> platforms;
  std::set<std::uint64_t> ranks;
  for (const analysis::BoundedRecord& record : records) {
    if (record.nearest() == nullptr) continue;
    platforms.insert(analysis::platform_name(record.record->point));
    ranks.insert(record.record->point.ranks);
  }
  const std::string where = platforms.size() <= 3 ? fmt::format("{}", fmt::join(platforms, ", "))
                                                  : fmt::format("{} platforms", platforms.size());
  if (*ranks.begin() == *ranks.rbegin()) return fmt::format("{}; P = {}", where, *ranks.begin());
  return fmt::format("{}; P = {} to {}", where, *ranks.begin(), *ranks.rbegin());
}

}  // namespace

bool can_draw_tightness(const std::vector<analysis::BoundedRecord>& records) {
  return std::ranges::any_of(
      records, [](const analysis::BoundedRecord& record) { return record.nearest() != nullptr; });
}

Figure tightness_figure(const std::vector<analysis::BoundedRecord>& records,
                        const std::string& name) {
  SPARLAB_EXPECTS(can_draw_tightness(records));
  const Drawn drawn = drawn_of(records);
  double least = 1;
  double greatest = 1;
  std::size_t broken = 0;
  DataBlocks data;
  Rows panels;
  for (const bool proved : {true, false}) {
    const Ratios ratios = ratios_of(records, drawn, proved);
    if (ratios.empty()) continue;
    Rows rows;
    std::size_t points = 0;
    std::size_t below = 0;
    for (const auto& [place, values] : ratios) {
      const auto [row, engine] = place;
      const auto [smallest, largest] = std::ranges::minmax(values);
      least = std::min(least, smallest);
      greatest = std::max(greatest, largest);
      points += values.size();
      below += static_cast<std::size_t>(
          std::ranges::count_if(values, [](double value) { return value < 1 - 1e-9; }));
      // Engines are drawn one below the other, around the middle of the row.
      const double offset =
          0.75 * (static_cast<double>(engine) + 0.5) / static_cast<double>(drawn.engines.size()) -
          0.375;
      rows.push_back({static_cast<double>(row), offset, smallest, model::quantile(values, 0.25),
                      model::median(values), model::quantile(values, 0.75), largest,
                      colour_of(engine)});
    }
    panels.push_back({proved ? "largest proved bound" : "largest published bound",
                      fmt::format("{} records, {} broken", points, below)});
    broken += below;
    data.add(fmt::format("panel {}", panels.size()),
             "row, offset, least, quartile, median, quartile, greatest, colour", rows);
  }
  Rows algorithms;
  for (const std::string& algorithm : drawn.algorithms) algorithms.push_back({algorithm});
  Rows engines;
  for (std::size_t i = 0; i < drawn.engines.size(); ++i)
    engines.push_back({name_of(drawn.engines[i]), colour_of(i)});
  constexpr double kMargin = 1.25;
  const Rows settings = {
      {"title", "How near the times of one allreduce come to lower bounds"},
      {"subtitle", subtitle_of(records)},
      {"note", fmt::format("line: least to greatest; box: quartiles; white: median{}",
                           drawn.left_out == 0
                               ? ""
                               : fmt::format("; not drawn: {} more algorithms", drawn.left_out))},
      {"least", least / kMargin},
      {"greatest", greatest * kMargin},
      {"broken", static_cast<double>(broken)},
      {"broken below", 1 - 1e-9},
      {"longest name", static_cast<double>(longest(drawn.algorithms))},
      {"rows of panels", static_cast<double>(panels.size())},
      {"rows of algorithms", static_cast<double>(algorithms.size())},
      {"rows of engines", static_cast<double>(engines.size())}};
  DataBlocks all;
  all.add("settings", "name, value", settings);
  all.add("panels", "title, summary", panels);
  all.add("algorithms", "text", algorithms);
  all.add("engines", "text, colour", engines);
  return {name, FigureKind::tightness, all.text() + data.text()};
}

}  // namespace sparlab::report
