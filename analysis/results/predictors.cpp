#include "analysis/results/predictors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparlab::analysis {
namespace {

/// True for settings that are not compared with the measurements: those that some engines ignore,
/// but this one uses, and the seed, which published measurements do not say.
bool distinguishes(const experiments::Setting& setting, experiments::Engine engine,
                   bool published) {
  const bool own = !experiments::engines_that_use(setting.key).empty() &&
                   experiments::info_of(engine).uses(setting.key);
  return setting.compared && (own || (published && setting.key == "seed"));
}

/// "machine loggp".
std::string setting_text(const experiments::Setting& setting, const experiments::Point& point) {
  // Predictions of other placements are of other points.
  if (setting.key == "groups") return point.groups.known() ? "groups known" : "groups unknown";
  const nlohmann::json value = setting.write(point);
  return fmt::format("{} {}", setting.key,
                     value.is_string() ? value.get<std::string>() : value.dump());
}

}  // namespace

Predictors::Predictors(const std::vector<SourcedRecord>& predictions, const MachineNames& machines,
                       bool published)
    : machines_(machines), published_(published) {
  for (const auto& [record, folder] : predictions) {
    const experiments::Point& point = record->point;
    for (const experiments::Setting& setting : experiments::all_settings())
      if (distinguishes(setting, point.engine, published_))
        settings_[point.engine][std::string(setting.key)].insert(setting_text(setting, point));
    platforms_[{point.engine, machine(point)}].insert(point.platform);
    hashes_[{point.engine, point.platform}].insert(record->platform_hash);
  }
}

std::string Predictors::name(const experiments::Record& record) const {
  const experiments::Point& point = record.point;
  std::vector<std::string> parts;
  for (const experiments::Setting& setting : experiments::all_settings())
    if (distinguishes(setting, point.engine, published_) &&
        settings_.at(point.engine).at(std::string(setting.key)).size() > 1)
      parts.push_back(setting_text(setting, point));
  if (platforms_.at({point.engine, machine(point)}).size() > 1)
    parts.push_back("platform " + platform_name(point));
  if (hashes_.at({point.engine, point.platform}).size() > 1)
    parts.push_back("platform file " + record.platform_hash.substr(0, 8));
  const std::string engine(name_of(point.engine));
  return parts.empty() ? engine : fmt::format("{} ({})", engine, fmt::join(parts, ", "));
}

std::string Predictors::machine(const experiments::Point& point) const {
  return published_ ? machine_of(point, machines_) : std::string();
}

}  // namespace sparlab::analysis
