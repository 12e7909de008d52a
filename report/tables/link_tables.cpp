#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/tables/panel_tables.hpp"

namespace sparlab::report {
namespace {

std::string percent_text(double share) {
  const double percent = 100 * share;
  return percent < 9.995 ? fmt::format("{:.2f} %", percent) : fmt::format("{:.1f} %", percent);
}

std::string traffic_text(const std::string& bytes, const std::string& mean,
                         const std::string& highest) {
  return fmt::format("{:>7} {:>6} {:>6}", bytes, mean, highest);
}

}  // namespace

TextRows link_rows(const analysis::Panel& panel, std::size_t top) {
  const std::vector<analysis::LinkUses> all = analysis::link_uses(panel);
  if (all.empty() || top == 0) return {};
  std::vector<std::string> classes;
  std::set<experiments::Engine> engines;
  for (const analysis::LinkUses& uses : all) {
    engines.insert(uses.engine);
    for (const std::string& name : uses.classes)
      if (std::ranges::find(classes, name) == classes.end()) classes.push_back(name);
  }
  TextRows rows = {{"links", ""}, {std::string(name_of(panel.axis)), "algorithm"}};
  for (const std::string& name : classes) {
    rows[0].push_back(fmt::format("{:>7}", name));
    rows[1].push_back(traffic_text("bytes", "mean", "most"));
  }
  for (const analysis::LinkUses& uses : all) {
    std::string place = analysis::position_text(panel.axis, uses.position);
    if (engines.size() > 1) place = fmt::format("{} {}", name_of(uses.engine), place);
    for (std::size_t i = 0; i < std::min(top, uses.records.size()); ++i) {
      const experiments::Record& record = *uses.records[i];
      rows.push_back({place, record.point.algorithm.spec()});
      place.clear();
      for (const std::string& name : classes) {
        const experiments::LinkClassTraffic* const of = analysis::class_traffic(record, name);
        rows.back().push_back(of == nullptr ? "-"
                                            : traffic_text(base::bytes_text(of->bytes),
                                                           percent_text(of->utilisation),
                                                           percent_text(of->highest_utilisation)));
      }
    }
  }
  return rows;
}

TextRows busiest_link_rows(const analysis::Panel& panel) {
  const std::vector<analysis::LinkUses> all = analysis::link_uses(panel);
  TextRows rows = {{"busiest links", "of", "from", "to", "class", "bytes", "use"}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i + 1 < all.size() && all[i + 1].engine == all[i].engine) continue;
    const experiments::Record& fastest = *all[i].records.front();
    std::string place = analysis::place_text(panel.axis, all[i].position);
    std::string algorithm =
        fmt::format("{} {}", name_of(all[i].engine), fastest.point.algorithm.spec());
    for (const experiments::LinkUse& link : fastest.links->busiest) {
      rows.push_back({place, algorithm, link.from, link.to, link.link_class,
                      base::bytes_text(link.bytes), percent_text(link.utilisation)});
      place.clear();
      algorithm.clear();
    }
  }
  if (rows.size() == 1) return {};
  return rows;
}

}  // namespace sparlab::report
