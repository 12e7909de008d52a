#include "analysis/results/link_use.hpp"

#include <algorithm>
#include <map>

namespace sparlab::analysis {
namespace {

/// The classes that carried anything, by the highest utilisation of any of their links.
std::vector<std::string> used_classes(const std::vector<const experiments::Record*>& records) {
  std::map<std::string, double> highest;
  for (const experiments::Record* record : records)
    for (const experiments::LinkClassTraffic& of : record->links->classes)
      if (of.bytes > 0) {
        double& most = highest[of.name];
        most = std::max(most, of.highest_utilisation);
      }
  std::vector<std::string> names;
  for (const auto& [name, most] : highest) names.push_back(name);
  std::ranges::stable_sort(names, std::greater<>(),
                           [&](const std::string& name) { return highest.at(name); });
  return names;
}

}  // namespace

std::vector<LinkUses> link_uses(const Panel& panel) {
  std::vector<LinkUses> all;
  for (const experiments::Engine engine : panel.engines())
    for (const double position : panel.positions) {
      LinkUses uses{.engine = engine, .position = position, .records = {}, .classes = {}};
      for (const Series& series : panel.series) {
        if (series.engine != engine) continue;
        const experiments::Record* const record = series.at(panel.axis, position);
        if (record != nullptr && record->links) uses.records.push_back(record);
      }
      if (uses.records.empty()) continue;
      std::ranges::stable_sort(uses.records, {}, &experiments::Record::time_s);
      uses.classes = used_classes(uses.records);
      all.push_back(std::move(uses));
    }
  return all;
}

const experiments::LinkClassTraffic* class_traffic(const experiments::Record& record,
                                                   const std::string& link_class) {
  const auto found =
      std::ranges::find(record.links->classes, link_class, &experiments::LinkClassTraffic::name);
  return found == record.links->classes.end() ? nullptr : &*found;
}

std::size_t used_groups(const experiments::LinkStatistics& links) {
  const auto groups = static_cast<std::size_t>(links.groups);
  if (links.group_bytes.size() != groups * groups) return 0;
  std::size_t used = 0;
  for (std::size_t from = 0; from < groups; ++from)
    for (std::size_t to = 0; to < groups; ++to)
      if (links.group_bytes[from * groups + to] > 0) used = std::max({used, from + 1, to + 1});
  return used;
}

}  // namespace sparlab::analysis
