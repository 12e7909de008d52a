#include "experiments/spec/points/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/json/json_fields.hpp"
#include "base/text/content_hash.hpp"
#include "experiments/spec/points/task_settings.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;
using Stored = Setting::Stored;

std::vector<std::string_view> names_of(model::FormatSet formats) {
  std::vector<std::string_view> names;
  for (std::uint8_t code = 0; code < model::kFormats; ++code) {
    const auto format = static_cast<algos::Format>(code);
    if (formats.contains(format)) names.push_back(algos::name_of(format));
  }
  return names;
}

model::FormatSet formats_in(const json& names) {
  if (!names.is_array()) base::JsonFields::fail("formats", "a list of names");
  model::FormatSet formats;
  for (const json& name : names) {
    const auto is_named = [&](algos::Format format) { return name == algos::name_of(format); };
    std::uint8_t code = 0;
    while (code < model::kFormats && !is_named(static_cast<algos::Format>(code))) ++code;
    if (code == model::kFormats) base::JsonFields::fail("formats", "a list of known names");
    formats = formats.with(static_cast<algos::Format>(code));
  }
  if (formats.contains(algos::Format::bitmap) && formats.contains(algos::Format::pici))
    base::JsonFields::fail("formats", "bitmap or pici, which is never smaller");
  return formats;
}

/// "payload data", unless the value is the default.
Setting::Label label_of_change(std::string_view key,
                               const std::function<json(const Settings&)>& write) {
  return [=](const Settings& settings) {
    const json value = write(settings);
    if (value == write(Settings())) return std::string();
    return fmt::format("{} {}", key, value.is_string() ? value.get<std::string>() : value.dump());
  };
}

json schema_of_choice(std::string_view meaning, const std::vector<std::string_view>& names) {
  return {{"enum", names},
          {"description", fmt::format("{}: {}", meaning, fmt::join(names, " or "))}};
}

/// A setting with named values; `meaning` is what they choose.
template <class Enum>
Setting choice(std::string_view key, Enum Settings::*member, const std::vector<Enum>& values,
               std::string_view meaning) {
  Setting setting{.key = key};
  setting.schema = [=] {
    std::vector<std::string_view> names;
    for (const Enum value : values) names.push_back(name_of(value));
    return schema_of_choice(meaning, names);
  };
  setting.write = [=](const Settings& settings) { return json(name_of(settings.*member)); };
  setting.read = [=](const json& value, Settings& settings) {
    const auto found =
        std::ranges::find_if(values, [&](Enum one) { return value == name_of(one); });
    if (found == values.end()) base::JsonFields::fail(key, "a known name");
    settings.*member = *found;
  };
  setting.label = label_of_change(key, setting.write);
  return setting;
}

Setting flag(std::string_view key, bool Settings::*member, std::string_view meaning) {
  Setting setting{.key = key};
  setting.schema = [=] {
    return json{{"type", "boolean"}, {"description", fmt::format("true or false: {}", meaning)}};
  };
  setting.write = [=](const Settings& settings) { return json(settings.*member); };
  setting.read = [=](const json& value, Settings& settings) {
    if (!value.is_boolean()) base::JsonFields::fail(key, "true or false");
    settings.*member = value.get<bool>();
  };
  setting.label = label_of_change(key, setting.write);
  return setting;
}

Setting payload() {
  Setting setting = choice("payload", &Settings::payload, {Payload::counted, Payload::data},
                           "what simulated messages carry, expected counts or the data");
  setting.option = "--payload";
  setting.stored = Stored::always;
  return setting;
}

Setting collective() {
  using model::Collective;
  Setting setting = choice(
      "collective", &Settings::collective,
      {Collective::allreduce, Collective::reduce_scatter, Collective::allgatherv,
       Collective::broadcast},
      "what ranks compute: of their inputs the sum, or the sum in the shard of each rank, or, "
      "of the shards of that sum, the whole; or broadcast, which sends the patch of rank 0");
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

/// Titles show the form of all inputs of a sweep, which depends on its algorithms.
Setting input_form() {
  Setting setting = choice(
      "input_form", &Settings::input_form, {InputForm::sparse, InputForm::dense, InputForm::own},
      "the form of inputs with which all algorithms begin, and which some convert; or own, that on "
      "which each works");
  setting.option = "--input-form";
  setting.label = {};
  return setting;
}

Setting value_type() {
  Setting setting = choice("value", &Settings::value,
                           {algos::ValueType::float32, algos::ValueType::float64,
                            algos::ValueType::bfloat16, algos::ValueType::float16},
                           "the value type");
  setting.label = [](const Settings& settings) { return std::string(name_of(settings.value)); };
  setting.stored = Stored::always;
  return setting;
}

Setting index_type() {
  Setting setting = choice("index", &Settings::index,
                           {algos::IndexType::uint32, algos::IndexType::uint64}, "the index type");
  setting.label = [](const Settings& settings) { return std::string(name_of(settings.index)); };
  setting.stored = Stored::always;
  return setting;
}

Setting dense_switch() {
  Setting setting = flag("dense_switch", &Settings::dense_switch,
                         "whether streams may switch to dense; needs dense among the formats");
  setting.label = [](const Settings& settings) {
    return settings.dense_switch ? std::string() : "no dense switch";
  };
  setting.stored = Stored::always;
  return setting;
}

Setting formats() {
  Setting setting{.key = "formats", .option = "--formats", .stored = Stored::in_newer_points};
  setting.schema = [] {
    const std::vector<std::string_view> names = names_of(model::FormatSet::all());
    return json{
        {"type", "array"},
        {"minItems", 1},
        {"maxItems", 100},
        {"items",
         {{"enum", names}, {"description", fmt::format("a format: {}", fmt::join(names, ", "))}}},
        {"description",
         fmt::format("a list of the formats that messages may have: coo and any of {}; default: {}",
                     fmt::join(names.begin() + 1, names.end(), ", "),
                     json(names_of(Settings().formats)).dump())}};
  };
  setting.write = [](const Settings& settings) { return json(names_of(settings.formats)); };
  setting.read = [](const json& value, Settings& settings) {
    settings.formats = formats_in(value);
  };
  setting.label = [](const Settings& settings) {
    if (settings.formats == Settings().formats) return std::string();
    return fmt::format("formats {}", fmt::join(names_of(settings.formats), "+"));
  };
  return setting;
}

Setting value_code() {
  using algos::ValueCode;
  Setting setting =
      choice("value_code", &Settings::value_code, {ValueCode::none, ValueCode::exponents},
             "how messages have values of float or bfloat16, as in memory or with coded exponents");
  setting.option = "--value-code";
  return setting;
}

std::uint64_t whole_number(const json& object, const char* key, std::uint64_t fallback) {
  const auto found = object.find(key);
  if (found == object.end()) return fallback;
  const bool whole = found->is_number_unsigned() ||
                     (found->is_number_integer() && found->get<std::int64_t>() >= 0);
  if (!whole) base::JsonFields::fail(key, "a whole number from 0 on");
  return found->get<std::uint64_t>();
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

/// The union of more steps is dense in practice.
constexpr std::uint64_t kMostLag = 4096;

Setting lag() {
  Setting setting{.key = "lag", .option = "--lag"};
  setting.schema = [] {
    return json{{"type", "integer"},
                {"minimum", 1},
                {"maximum", kMostLag},
                {"description",
                 fmt::format("with collective broadcast: the steps whose inputs, added up, are the "
                             "patch of rank 0, a whole number from 1 to {}; default: 1",
                             kMostLag)}};
  };
  setting.write = [](const Settings& settings) { return json(settings.lag); };
  setting.read = [](const json& value, Settings& settings) {
    settings.lag = whole_number({{"lag", value}}, "lag", settings.lag);
    if (settings.lag < 1 || settings.lag > kMostLag)
      base::JsonFields::fail("lag", fmt::format("a number from 1 to {}", kMostLag));
  };
  setting.label = [](const Settings& settings) {
    return settings.lag == 1 ? std::string() : fmt::format("lag {}", settings.lag);
  };
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

}  // namespace

std::string_view name_of(Payload payload) {
  return payload == Payload::counted ? "counted" : "data";
}

std::string_view name_of(InputForm form) {
  constexpr std::array<std::string_view, 3> kNames = {"sparse", "dense", "own"};
  return kNames[static_cast<std::size_t>(form)];
}

std::span<const Setting> all_settings() {
  static const std::vector<Setting> settings = {
      machine(),
      payload(),
      input_form(),
      value_type(),
      index_type(),
      dense_switch(),
      formats(),
      value_code(),
      seed(),
      repetitions(),
      noisy_runs(),
      launcher(),
      routing(),
      link_statistics(),
      jobs_setting(),
      job_hosts_setting(),
      background_setting(),
      groups(),
      step_setting(),
      training_setting(),
      collective(),
      lag(),
  };
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
