#include "model/parameters/butterfly.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "model/base/factors.hpp"

namespace sparlab::model {
namespace {

using Degrees = std::vector<std::uint64_t>;

struct LevelName {
  std::string_view name;
  ButterflyLevel::Kind kind;
};
constexpr std::array kLevelNames = {LevelName{"split", ButterflyLevel::Kind::split},
                                    LevelName{"exchange", ButterflyLevel::Kind::exchange}};

bool read_level(std::string_view text, ButterflyLevel& level) {
  for (const LevelName& known : kLevelNames) {
    if (!text.starts_with(known.name)) continue;
    level.kind = known.kind;
    return read_value(text.substr(known.name.size()), level.degree);
  }
  return false;
}

void add_levels(ButterflyLevels& levels, ButterflyLevel::Kind kind,
                std::span<const std::uint64_t> degrees) {
  for (const std::uint64_t degree : degrees) levels.push_back({kind, degree});
}

Degrees degrees_of(const ButterflyLevels& levels) {
  Degrees degrees;
  degrees.reserve(levels.size());
  for (const ButterflyLevel& level : levels) degrees.push_back(level.degree);
  return degrees;
}

/// Messages that a rank sends.
std::uint64_t rounds_of(const ButterflyLevels& levels) {
  std::uint64_t rounds = 0;
  for (const ButterflyLevel& level : levels) {
    rounds += static_cast<std::uint64_t>(std::bit_width(level.degree - 1));
    if (level.kind == ButterflyLevel::Kind::split) rounds += level.degree - 1;
  }
  return rounds;
}

}  // namespace

bool read_value(std::string_view text, ButterflyLevels& value) {
  value.clear();
  while (true) {
    const auto end = text.find('-');
    if (!read_level(text.substr(0, end), value.emplace_back())) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

std::string write_value(const ButterflyLevels& value) {
  std::string text;
  for (const ButterflyLevel& level : value) {
    const auto* const known = std::ranges::find(kLevelNames, level.kind, &LevelName::kind);
    if (!text.empty()) text += '-';
    text += known->name;
    text += write_value(level.degree);
  }
  return text;
}

Rule<ButterflyLevels> levels() {
  return {"levels of at least 2 ranks, such as split4-exchange2", [](const ButterflyLevels& given) {
            return std::ranges::all_of(
                given, [](const ButterflyLevel& level) { return level.degree >= 2; });
          }};
}

void ButterflyParameters::check(const Shape& shape) const {
  if (levels.empty() || multiply_to(degrees_of(levels), shape.ranks)) return;
  throw ParameterError(
      "levels", write_value(levels),
      "degrees whose product is P = " + write_value(shape.ranks) +
          (shape.ranks > 1 ? ", e.g. " + write_value(ButterflyParameters{}.on(shape.ranks))
                           : std::string()));
}

std::vector<ButterflyLevels> ButterflyParameters::compositions(std::uint64_t ranks) {
  const Degrees factors = prime_factors(ranks);
  std::vector<ButterflyLevels> lists;
  // All exchanges of two ranks are ssar_recursive_double; one split is ssar_split_allgather.
  for (std::size_t splits = std::has_single_bit(ranks) ? 1 : 0; splits <= factors.size();
       ++splits) {
    if (splits == 1 && factors.size() == 1) continue;
    ButterflyLevels& list = lists.emplace_back();
    add_levels(list, ButterflyLevel::Kind::split, std::span(factors).first(splits));
    add_levels(list, ButterflyLevel::Kind::exchange, std::span(factors).subspan(splits));
  }
  return lists;
}

std::vector<TunedParameter> ButterflyParameters::tuned(const TuningShape& shape) {
  constexpr std::size_t kMostLists = 48;
  const std::uint64_t ranks = shape.shape.ranks;
  std::vector<ButterflyLevels> lists = compositions(ranks);
  const auto add = [&](const Degrees& splits, std::uint64_t others) {
    ButterflyLevels list;
    add_levels(list, ButterflyLevel::Kind::split, splits);
    add_levels(list, ButterflyLevel::Kind::exchange, prime_factors(others));
    if (std::ranges::find(lists, list) == lists.end()) lists.push_back(std::move(list));
  };
  for (const std::uint64_t parts : divisors_of(ranks)) {
    if (parts < ranks) add({parts}, ranks / parts);
    for (const std::uint64_t first : divisors_of(parts))
      if (first < parts) add({first, parts / first}, ranks / parts);
  }
  std::ranges::stable_sort(lists, {}, rounds_of);
  if (lists.size() > kMostLists) lists.resize(kMostLists);
  TunedParameter tuned{"levels", {}};
  for (const ButterflyLevels& list : lists) tuned.values.push_back(write_value(list));
  return {tuned};
}

ButterflyLevels ButterflyParameters::on(std::uint64_t ranks) const {
  if (!levels.empty()) return levels;
  ButterflyLevels defaults;
  add_levels(defaults, ButterflyLevel::Kind::split, prime_factors(ranks));
  return defaults;
}

}  // namespace sparlab::model
