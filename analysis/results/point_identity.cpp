#include "analysis/results/point_identity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "experiments/spec/points/planned_point.hpp"

namespace sparlab::analysis {
namespace {

using nlohmann::json;

/// Data files are the same if their contents are.
json input_identity(const experiments::Record& record) {
  json input = experiments::input_to_json(record.point.input);
  if (!record.input_hash.empty()) input["path"] = record.input_hash;
  return input;
}

}  // namespace

std::string platform_name(const experiments::Point& point) {
  const std::string name = std::filesystem::path(point.platform).filename().string();
  constexpr std::string_view kExtension = ".json";
  return name.ends_with(kExtension) ? name.substr(0, name.size() - kExtension.size()) : name;
}

std::string machine_of(const experiments::Point& point, const MachineNames& machines) {
  const std::string name = platform_name(point);
  const auto given = machines.find(name);
  return given == machines.end() ? name : given->second;
}

PointIdentity identity_of(const experiments::Record& record, const std::string& machine,
                          const experiments::EngineInfo& predictor,
                          const experiments::EngineInfo& reference) {
  const experiments::Point& point = record.point;
  PointIdentity identity = {{"algorithm", point.algorithm.spec()},
                            {"P", point.ranks},
                            {"N", point.universe},
                            {"k", point.nnz},
                            {"input", input_identity(record)}};
  if (!machine.empty()) identity["machine"] = machine;
  for (const experiments::Setting& setting : experiments::all_settings()) {
    const bool unknown = setting.key == "seed" && !experiments::runs(reference.engine);
    const bool by_pairing = setting.key == "groups";
    if (setting.compared && !unknown && !by_pairing &&
        !experiments::ignores(predictor, setting.key) &&
        !experiments::ignores(reference, setting.key))
      identity[std::string(setting.key)] = setting.write(point);
  }
  return identity;
}

std::string text_of(const PointIdentity& identity) { return json(identity).dump(); }

std::string some_of(const std::set<std::string>& values, std::size_t most) {
  std::vector<std::string> shown(values.begin(), values.end());
  if (values.size() <= most) return fmt::format("{}", fmt::join(shown, ", "));
  shown.resize(most);
  return fmt::format("{} and {} more", fmt::join(shown, ", "), values.size() - most);
}

std::string difference_of(const std::vector<PointIdentity>& first,
                          const std::vector<PointIdentity>& second, const DifferenceText& text) {
  const auto values = [](const std::vector<PointIdentity>& identities) {
    std::map<std::string, std::set<std::string>> found;
    for (const PointIdentity& identity : identities)
      for (const auto& [key, value] : identity)
        found[key].insert(value.is_string() ? value.get<std::string>() : value.dump());
    return found;
  };
  const auto of_second = values(second);
  std::vector<std::string> differences;
  for (const auto& [key, own] : values(first)) {
    const auto other = of_second.find(key);
    if (other == of_second.end()) continue;
    const bool common = std::ranges::any_of(
        own, [&](const std::string& value) { return other->second.contains(value); });
    if (!common)
      differences.push_back(fmt::format("{}: {}{}{}{}", key, text.first, some_of(own, text.most),
                                        text.second, some_of(other->second, text.most)));
  }
  return differences.empty() ? std::string(text.none)
                             : fmt::format("{}", fmt::join(differences, "; "));
}

}  // namespace sparlab::analysis
