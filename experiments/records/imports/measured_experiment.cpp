#include "experiments/records/imports/measured_experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"
#include "base/text/nearest_name.hpp"

namespace sparlab::experiments::records {
namespace {

/// What a sweep of the experiment has one of.
using Place = std::tuple<std::uint64_t, double, std::set<std::uint64_t>>;  // P, density, all N

std::string machine_of(const std::set<std::string>& machines, const std::string& chosen) {
  if (machines.empty())
    throw base::ConfigError("command line", "--points-of", "no records of engine measured",
                            "a folder that sparlab import wrote");
  if (chosen.empty() && machines.size() > 1)
    throw base::ConfigError("command line", "--of-machine",
                            fmt::format("{} machines", machines.size()),
                            fmt::format("one of {}", fmt::join(machines, ", ")));
  if (chosen.empty()) return *machines.begin();
  if (!machines.contains(chosen))
    throw base::ConfigError("command line", "--of-machine", chosen,
                            fmt::format("one of {}", fmt::join(machines, ", ")),
                            base::nearest_name(chosen, {machines.begin(), machines.end()}));
  return chosen;
}

}  // namespace

nlohmann::json measured_experiment(const std::vector<Record>& records, const std::string& machine) {
  std::set<std::string> machines;
  for (const Record& record : records)
    if (record.point.engine == Engine::measured) machines.insert(record.point.platform);
  const std::string name = machine_of(machines, machine);

  // Algorithms with the same sizes share a sweep.
  std::map<std::tuple<std::uint64_t, double, std::string>, std::set<std::uint64_t>> sizes;
  for (const Record& record : records) {
    const Point& point = record.point;
    if (point.engine == Engine::measured && point.platform == name &&
        !algos::info_of(point.algorithm).native)
      sizes[{point.ranks, point.density, point.algorithm.spec()}].insert(point.universe);
  }
  std::map<Place, std::vector<std::string>> sweeps;
  for (const auto& [key, universes] : sizes)
    sweeps[{std::get<0>(key), std::get<1>(key), universes}].push_back(std::get<2>(key));

  nlohmann::json list = nlohmann::json::array();
  for (const auto& [place, algorithms] : sweeps) {
    const auto& [ranks, density, universes] = place;
    list.push_back({{"label", fmt::format("{}", list.size() + 1)},
                    {"engines", {"model", "loggp"}},
                    {"algorithms", algorithms},
                    {"P", ranks},
                    {"N", universes},
                    {"density", density},
                    {"input_form", "own"},
                    {"platform", name}});
  }
  return {{"name", name}, {"title", "Measured points of " + name}, {"sweeps", list}};
}

}  // namespace sparlab::experiments::records
