#include "experiments/spec/points/rank_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

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

std::vector<std::string> hosts_in(std::string_view text) {
  std::vector<std::string> of_ranks;
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find(','));
    text.remove_prefix(std::min(entry.size() + 1, text.size()));
    const std::size_t colon = entry.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return {};
    std::size_t ranks = 0;
    const char* const last = entry.data() + entry.size();
    const auto [end, error] = std::from_chars(entry.data() + colon + 1, last, ranks);
    const std::size_t room = model::RankGroups::kMostRanks - of_ranks.size();
    if (error != std::errc{} || end != last || ranks > room) return {};
    of_ranks.insert(of_ranks.end(), ranks, std::string(entry.substr(0, colon)));
  }
  return of_ranks;
}

model::RankGroups groups_of(const Record& record) {
  if (record.point.groups.known()) return record.point.groups;
  const auto found = record.environment.find(kRunGroups);
  if (found == record.environment.end()) return {};
  const auto groups = model::RankGroups::parse(found->second);
  return groups && groups->ranks() == record.point.ranks ? *groups : model::RankGroups();
}

}  // namespace sparlab::experiments
