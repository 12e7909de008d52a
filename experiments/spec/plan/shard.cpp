#include "experiments/spec/plan/shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/text/content_hash.hpp"
#include "experiments/spec/plan/run_cost.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::experiments {

Shard parse_shard(const std::string& text) {
  Shard shard{0, 0, "", ""};
  std::string part = text;
  if (const auto at = part.find('@'); at != std::string::npos) {
    shard.plan = part.substr(at + 1);
    part.resize(at);
  }
  if (const auto colon = part.find(':'); colon != std::string::npos) {
    shard.group = part.substr(0, colon);
    part.erase(0, colon + 1);
  }
  const char* const end = part.data() + part.size();
  const auto number = std::from_chars(part.data(), end, shard.number);
  const bool slash = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
  const bool whole = slash && std::from_chars(number.ptr + 1, end, shard.count).ptr == end;
  if (!whole || shard.number < 1 || shard.number > shard.count || shard.count > kMostPoints)
    throw base::ConfigError("--shard", "", fmt::format("\"{}\"", text),
                            fmt::format("I/N with I from 1 to N, N at most {}: 2/8", kMostPoints));
  return shard;
}

std::string group_of(const Point& point) {
  return measures(point.engine) ? fmt::format("measured-P{}", point.ranks) : "simulated";
}

std::string plan_id(const Plan& plan) {
  std::string ids;
  for (const PlannedPoint& planned : plan.points) ids += planned.id;
  return base::content_hash(ids);
}

void keep_shard(Plan& plan, const Shard& shard) {
  if (!shard.plan.empty() && shard.plan != plan_id(plan))
    throw base::ConfigError(
        "--shard", "", "a part of other points than the experiment has",
        "an experiment, platforms, launchers and data that have not changed since sparlab submit");
  std::vector<std::pair<double, std::size_t>> longest_first;  // by seconds, then by position
  for (std::size_t i = 0; i < plan.points.size(); ++i)
    if (shard.group.empty() || group_of(plan.points[i].point) == shard.group)
      longest_first.emplace_back(-predict_run_cost(plan.points[i].point).wall_s, i);
  std::ranges::sort(longest_first);
  std::vector<std::size_t> chosen;
  for (std::size_t i = shard.number - 1; i < longest_first.size(); i += shard.count)
    chosen.push_back(longest_first[i].second);
  std::ranges::sort(chosen);
  std::vector<PlannedPoint> kept;
  for (const std::size_t i : chosen) kept.push_back(std::move(plan.points[i]));
  plan.points = std::move(kept);
}

}  // namespace sparlab::experiments
