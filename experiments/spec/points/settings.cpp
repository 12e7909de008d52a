#include "experiments/spec/points/settings.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/json/json_fields.hpp"
#include "base/text/content_hash.hpp"
#include "experiments/spec/points/message_settings.hpp"
#include "experiments/spec/points/setting_kinds.hpp"
#include "experiments/spec/points/task_settings.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;
using Stored = Setting::Stored;

Setting collective() {
  using model::Collective;
  Setting setting = choice(
      "collective", &Settings::collective,
      {Collective::allreduce, Collective::reduce_scatter, Collective::allgatherv,
       Collective::broadcast},
      "what ranks compute: of their inputs the sum, or the sum in the shard of each rank, or, "
      "of the shards of that sum, the whole; or broadcast, which sends the patch of the roots");
  setting.option = "--collective";
  return setting;
}

/// An experiment cannot ask for `none`, which stored points of other engines have.
Setting machine() {
  constexpr std::string_view kMeaning =
      "the machine of the engines model and loggp; network, whose messages pass the links of the "
      "platform, is that of loggp alone";
  Setting setting =
      choice("machine", &Settings::machine,
             {MachineKind::none, MachineKind::hockney, MachineKind::loggp, MachineKind::network},
             kMeaning);
  setting.schema = [=] { return schema_of_choice(kMeaning, {"hockney", "loggp", "network"}); };
  setting.option = "--machine";
  setting.stored = Stored::always;
  return setting;
}

Setting routing() {
  using runtime::loggp::Routing;
  Setting setting =
      choice("routing", &Settings::routing, {Routing::minimal, Routing::valiant, Routing::adaptive},
             "how machine network routes messages between groups of a dragonfly");
  setting.option = "--routing";
  return setting;
}

Setting link_statistics() {
  Setting setting =
      flag("link_statistics", &Settings::link_statistics,
           "whether simgrid and machine network record the bytes of the platform's links");
  setting.option = "--link-statistics";
  setting.label = {};
  setting.compared = false;
  return setting;
}

Setting seed() {
  Setting setting{.key = "seed", .option = "--seed", .stored = Stored::always};
  setting.schema = [] {
    return json{{"$ref", "#/definitions/natural"},
                {"description", fmt::format("the seed of inputs and of the order of measurements: "
                                            "a whole number from 0 to {} (2^53)",
                                            kLargestWholeNumber)}};
  };
  setting.write = [](const Settings& settings) { return json(settings.seed); };
  setting.read = [](const json& value, Settings& settings) {
    settings.seed = whole_number({{"seed", value}}, "seed", settings.seed);
  };
  setting.label = [](const Settings& settings) { return fmt::format("seed {}", settings.seed); };
  return setting;
}

Setting repetitions() {
  Setting setting{.key = "repetitions", .compared = false, .stored = Stored::always};
  setting.schema = [] { return json{{"$ref", "#/definitions/repetitions"}}; };
  setting.write = [](const Settings& settings) {
    const Repetitions& repetitions = settings.repetitions;
    return json{{"warmup", repetitions.warmup},
                {"min", repetitions.min},
                {"max", repetitions.max},
                {"budget_s", repetitions.budget_s}};
  };
  setting.read = [](const json& value, Settings& settings) {
    if (!value.is_object()) base::JsonFields::fail("repetitions", "an object");
    Repetitions& repetitions = settings.repetitions;
    repetitions.warmup = whole_number(value, "warmup", repetitions.warmup);
    repetitions.min = whole_number(value, "min", repetitions.min);
    repetitions.max = whole_number(value, "max", std::max(repetitions.max, repetitions.min));
    if (value.contains("budget_s"))
      repetitions.budget_s = base::JsonFields(value).number("budget_s");
  };
  return setting;
}

Setting noisy_runs() {
  Setting setting{.key = "runs", .option = "--runs", .compared = false};
  setting.schema = [] {
    return json{{"type", "integer"},
                {"minimum", 1},
                {"maximum", kMostRuns},
                {"description",
                 fmt::format("how often engine loggp simulates a point where the platform has "
                             "noise: a whole number from 1 to {}; default: {}",
                             kMostRuns, kDefaultRuns)}};
  };
  setting.write = [](const Settings& settings) { return json(settings.runs); };
  setting.read = [](const json& value, Settings& settings) {
    settings.runs = whole_number({{"runs", value}}, "runs", settings.runs);
    if (settings.runs > kMostRuns)
      base::JsonFields::fail("runs", fmt::format("at most {}", kMostRuns));
  };
  return setting;
}

/// A number of a broadcast, from 1 to `most`; `meaning` is what it counts.
Setting broadcast_count(const char* key, std::uint64_t Settings::*member, std::uint64_t most,
                        std::string_view meaning) {
  Setting setting{.key = key};
  setting.schema = [=] {
    return json{{"type", "integer"},
                {"minimum", 1},
                {"maximum", most},
                {"description", fmt::format("with collective broadcast: {}, a whole number from 1 "
                                            "to {}; default: 1",
                                            meaning, most)}};
  };
  setting.write = [=](const Settings& settings) { return json(settings.*member); };
  setting.read = [=](const json& value, Settings& settings) {
    settings.*member = whole_number({{key, value}}, key, settings.*member);
    if (settings.*member < 1 || settings.*member > most)
      base::JsonFields::fail(key, fmt::format("a number from 1 to {}", most));
  };
  setting.label = label_of_change(key, setting.write);
  return setting;
}

Setting lag() {
  // The union of more steps is dense in practice.
  Setting setting = broadcast_count("lag", &Settings::lag, 4096,
                                    "the steps whose inputs, added up, are the patch that is sent");
  setting.option = "--lag";
  return setting;
}

Setting roots() {
  Setting setting = broadcast_count(
      "roots", &Settings::roots, kMostRanks,
      "the ranks that each have a shard of what is sent, the first of as many equal groups");
  setting.option = "--roots";
  return setting;
}

Setting launcher() {
  Setting setting{.key = "launcher", .option = "--launcher"};
  setting.schema = [] {
    return json{
        {"type", "string"},
        {"minLength", 1},
        {"maxLength", 4096},
        {"description",
         "how the ranks of engine mpi are started: local, testbed, or the path of a launcher "
         "file; default: local"}};
  };
  setting.write = [](const Settings& settings) { return json(settings.launcher); };
  setting.read = [](const json& value, Settings& settings) {
    if (!value.is_string()) base::JsonFields::fail("launcher", "a text");
    settings.launcher = value.get<std::string>();
  };
  // Titles are shared with others, so they do not show folders.
  setting.label = [](const Settings& settings) {
    if (settings.launcher == Settings().launcher) return std::string();
    const std::filesystem::path launcher = settings.launcher;
    return fmt::format("launcher {}", launcher.extension() == ".json" ? launcher.stem().string()
                                                                      : settings.launcher);
  };
  return setting;
}

/// Titles have no room for long placements.
std::string label_of_groups(const Settings& settings) {
  constexpr std::size_t kMost = 32;
  if (!settings.groups.known()) return {};
  const std::string text = settings.groups.text();
  if (text.size() <= kMost) return "groups " + text;
  return fmt::format("groups {}... ({})", text.substr(0, kMost),
                     base::content_hash(text).substr(0, 8));
}

Setting groups() {
  Setting setting{.key = "groups", .option = "--groups", .label = label_of_groups};
  setting.schema = [] {
    return json{
        {"type", "string"},
        {"minLength", 1},
        {"maxLength", 4096},
        {"description", fmt::format("{}; not known without it", model::RankGroups::accepted())}};
  };
  setting.write = [](const Settings& settings) { return json(settings.groups.text()); };
  setting.read = [](const json& value, Settings& settings) {
    const auto text = value.is_string() ? value.get<std::string>() : std::string("?");
    const auto read = text.empty() ? model::RankGroups() : model::RankGroups::parse(text);
    if (!read) base::JsonFields::fail("groups", model::RankGroups::accepted());
    settings.groups = *read;
  };
  return setting;
}

std::vector<Setting> joined(const std::vector<std::vector<Setting>>& lists) {
  std::vector<Setting> all;
  for (const std::vector<Setting>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace

std::span<const Setting> all_settings() {
  static const std::vector<Setting> settings = joined({
      {machine()},
      message_settings(),
      {seed(), repetitions(), noisy_runs(), launcher(), routing(), link_statistics(),
       jobs_setting(), job_hosts_setting(), background_setting(), groups(), step_setting(),
       training_setting(), collective(), lag(), roots()},
  });
  return settings;
}

std::vector<std::string_view> engines_that_use(std::string_view setting) {
  std::vector<std::string_view> names;
  for (const EngineInfo& engine : kEngines)
    if (engine.uses(setting)) names.push_back(engine.name);
  return names;
}

bool ignores(const EngineInfo& engine, std::string_view setting) {
  return !engine.uses(setting) && !engines_that_use(setting).empty();
}

Settings settings_for(const EngineInfo& engine, const Settings& given) {
  Settings fixed;
  fixed.machine = MachineKind::none;
  if (observes(engine.engine)) fixed.payload = Payload::data;
  Settings settings = given;
  for (const Setting& setting : all_settings())
    if (ignores(engine, setting.key)) setting.read(setting.write(fixed), settings);
  return settings;
}

}  // namespace sparlab::experiments
