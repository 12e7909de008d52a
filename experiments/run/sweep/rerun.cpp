#include "experiments/run/sweep/rerun.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/temporary_folder.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/spec/points/engine.hpp"
#include "machines/calibration/local_platform.hpp"
#include "platforms/files/named_platform.hpp"

namespace sparlab::experiments::run {
namespace {

using nlohmann::json;

void require_same(const std::string& what, const std::string& name, const std::string& recorded,
                  const std::string& found) {
  if (recorded == found) return;
  throw base::ConfigError(
      "", "",
      fmt::format("{} \"{}\" has changed since the record: its hash is {}", what, name,
                  found.empty() ? "that of the built-in one" : found),
      fmt::format("the one with hash {}", recorded.empty() ? "of the built-in one" : recorded), "");
}

void add_platform(const Record& record, Plan& plan) {
  const Point& point = record.point;
  if (!info_of(point.engine).uses("platform")) return;
  platforms::PlatformFile platform =
      point.platform == platforms::kLocalPlatform
          ? machines::load_local_platform()
          : platforms::read_named_platform(point.platform, "", "platform of the record").platform;
  require_same("platform", point.platform, record.platform_hash, platform.hash);
  plan.platforms.emplace(point.platform, std::move(platform));
}

void add_launcher(const Record& record, Plan& plan) {
  const Point& point = record.point;
  if (!measures(point.engine)) return;
  machines::Launcher launcher =
      machines::find_launcher(point.launcher, "", "launcher of the record");
  plan.points.front().launcher_hash = record.environment.text("mpi.launcher_hash");
  require_same("launcher", point.launcher, plan.points.front().launcher_hash, launcher.hash);
  plan.launchers.emplace(point.launcher, std::move(launcher));
}

Plan plan_of(const Record& record) {
  const Point& point = record.point;
  if (!runs(point.engine))
    throw base::ConfigError("", "", fmt::format("a record of engine {}", name_of(point.engine)),
                            "a record of an engine that runs; others measured this one", "");
  if (!point.algorithm.known())
    throw base::ConfigError("", "", fmt::format("algorithm \"{}\"", point.algorithm.spec()),
                            "an algorithm and settings of this version", "");
  Plan plan{point.experiment, "", {}, {}, {}, {}};
  PlannedPoint planned{point, record.platform_hash, record.input_hash, record.id};
  planned.extrapolated_from = record.extrapolated_from.value_or(0);
  if (std::string platform = record.environment.text("chosen_by"); !platform.empty()) {
    try {
      choose_by(planned, std::make_shared<const std::string>(std::move(platform)));
    } catch (const base::FormatError&) {
      throw base::ConfigError(
          "", "", fmt::format("a record of {} that has a machine", point.algorithm.spec()),
          "one that has the platform by which the algorithm chose, in environment.chosen_by", "");
    }
  }
  plan.points.push_back(std::move(planned));
  add_platform(record, plan);
  add_launcher(record, plan);
  if (inputs::is_real_data(point.input.kind)) {
    const auto input = inputs::make_input(point.input, 0, 0, point.ranks, point.seed);
    require_same("data file", point.input.path, record.input_hash, input->content_hash());
  }
  return plan;
}

/// All values in an object of objects, by their path.
void flatten(const json& value, const std::string& path, std::map<std::string, std::string>& flat) {
  if (!value.is_object()) {
    flat[path] = value.is_string() ? value.get<std::string>() : value.dump();
    return;
  }
  for (const auto& [key, member] : value.items())
    flatten(member, path.empty() ? key : fmt::format("{}.{}", path, key), flat);
}

/// Times of the host are never the same.
bool is_result(const std::string& path) {
  return path != "started" && path != "wall_s" && !path.starts_with("environment.");
}

void compare(Rerun& rerun) {
  std::map<std::string, std::string> before, now;
  flatten(records::record_to_json(rerun.before), "", before);
  flatten(records::record_to_json(rerun.now), "", now);
  std::map<std::string, std::pair<std::string, std::string>> all;
  for (const auto& [path, value] : before) all[path].first = value;
  for (const auto& [path, value] : now) all[path].second = value;
  for (const auto& [path, values] : all) {
    if (values.first == values.second) continue;
    if (is_result(path)) rerun.results.push_back({path, values.first, values.second});
    if (path.starts_with("environment."))
      rerun.environment.push_back({path, values.first, values.second});
  }
}

}  // namespace

const Record& record_with_id(const std::vector<Record>& records, const std::string& id,
                             const std::string& folder) {
  const Record* found = nullptr;
  for (const Record& record : records) {
    if (!record.id.starts_with(id)) continue;
    if (found != nullptr && found->id != record.id)
      throw base::ConfigError(folder, "",
                              fmt::format("several records whose id begins with \"{}\"", id),
                              "more characters of the id", "");
    found = &record;
  }
  if (found == nullptr)
    throw base::ConfigError(folder, "", fmt::format("no record whose id begins with \"{}\"", id),
                            "the id of a record, as in column id of summary.csv", "");
  return *found;
}

Rerun rerun_record(const Record& record, const RunOptions& options, std::ostream& messages,
                   bool terminal) {
  const Plan plan = plan_of(record);
  const base::TemporaryFolder folder;
  records::RecordStore store(folder.path(), records::RecordStore::Existing::resume, messages);
  const RunOutcome outcome = run_plan(plan, options, store, messages, terminal);
  if (!outcome.failures.empty()) throw std::runtime_error(outcome.failures.front().reason);
  const std::vector<Record> records = store.records();
  if (records.empty()) throw std::runtime_error("interrupted");
  Rerun rerun{record, records.front(), {}, {}};
  compare(rerun);
  return rerun;
}

}  // namespace sparlab::experiments::run
