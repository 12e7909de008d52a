#include "experiments/spec/points/rank_places.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sparlab::experiments {

std::string hosts_text(const std::vector<std::string>& of_ranks) {
  std::string text;
  for (auto first = of_ranks.begin(); first != of_ranks.end();) {
    const auto end = std::find_if(first, of_ranks.end(),
                                  [&](const std::string& host) { return host != *first; });
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", *first, end - first);
    first = end;
  }
  return text;
}

model::RankGroups groups_of(const Record& record) {
  if (record.point.groups.known()) return record.point.groups;
  const auto found = record.environment.find(kRunGroups);
  if (found == record.environment.end()) return {};
  const auto groups = model::RankGroups::parse(found->second);
  return groups && groups->ranks() == record.point.ranks ? *groups : model::RankGroups();
}

}  // namespace sparlab::experiments
