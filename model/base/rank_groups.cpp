#include "model/base/rank_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

template <class Name>
std::vector<std::uint32_t> numbered(std::span<const Name> names) {
  SPARLAB_EXPECTS(names.size() <= RankGroups::kMostRanks);
  std::map<Name, std::uint32_t> numbers;
  std::vector<std::uint32_t> of_ranks;
  of_ranks.reserve(names.size());
  for (const Name& name : names)
    of_ranks.push_back(
        numbers.try_emplace(name, static_cast<std::uint32_t>(numbers.size())).first->second);
  return of_ranks;
}

/// Removes a number from the beginning of a text; nullopt if none is there.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char character) {
  if (!text.starts_with(character)) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

const std::string& RankGroups::accepted() {
  static const std::string text = fmt::format(
      "the group of each rank, such as 0x4,1x4 (four ranks in group 0, the next four in group 1), "
      "for at most {} ranks",
      kMostRanks);
  return text;
}

RankGroups::RankGroups(std::span<const std::uint64_t> groups) : of_ranks_(numbered(groups)) {}

RankGroups::RankGroups(std::span<const std::string> names) : of_ranks_(numbered(names)) {}

std::optional<RankGroups> RankGroups::parse(std::string_view text) {
  std::vector<std::uint64_t> groups;
  do {
    const auto group = take_number(text);
    if (!group) return std::nullopt;
    const auto count = take(text, 'x') ? take_number(text) : std::uint64_t{1};
    if (!count || *count == 0 || *count > kMostRanks - groups.size()) return std::nullopt;
    groups.insert(groups.end(), static_cast<std::size_t>(*count), *group);
  } while (take(text, ','));
  if (!text.empty()) return std::nullopt;
  return RankGroups(std::span<const std::uint64_t>(groups));
}

std::string RankGroups::text() const {
  std::string text;
  for (auto first = of_ranks_.begin(); first != of_ranks_.end();) {
    const auto end =
        std::find_if(first, of_ranks_.end(), [&](std::uint32_t group) { return group != *first; });
    if (!text.empty()) text += ',';
    text += std::to_string(*first);
    if (end - first > 1) text += fmt::format("x{}", end - first);
    first = end;
  }
  return text;
}

}  // namespace sparlab::model
