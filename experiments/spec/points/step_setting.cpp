#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "base/json/json_fields.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/quantity.hpp"
#include "experiments/spec/points/task_settings.hpp"
#include "model/parameters/parameter_set.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;
using runtime::loggp::Delays;
using workloads::Progress;
using workloads::ScheduleKind;
using workloads::StepSpec;

constexpr std::array<std::string_view, 5> kDelayKinds = {"none", "uniform", "exponential", "normal",
                                                         "lognormal"};
constexpr std::string_view kPeakUnit = "TFlop/s";
constexpr const char* kStragglers =
    "how much longer than others a rank computes in a step, as multiples of its computation: "
    "uniform:MEAN, exponential:MEAN, normal:MEAN:DEVIATION or lognormal:MEDIAN:90TH, as in "
    "exponential:5%; default: none";

/// A multiple, which may be a percentage; nullopt unless it is positive and at most 1e6.
std::optional<double> multiple(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const auto number = base::parse_number<double>(text);
  if (!number || !(*number > 0 && *number <= 1e6)) return std::nullopt;
  return percent ? *number / 100 : *number;
}

Delays read_stragglers(const json& value) {
  const auto fail = [] { base::JsonFields::fail("stragglers", kStragglers); };
  std::vector<std::string> parts(1);
  for (const char c : value.is_string() ? value.get<std::string>() : std::string())
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  const auto kind = std::find(kDelayKinds.begin() + 1, kDelayKinds.end(), parts.front());
  if (kind == kDelayKinds.end()) fail();
  Delays delays{.kind = static_cast<Delays::Kind>(kind - kDelayKinds.begin())};
  const bool spreads =
      delays.kind == Delays::Kind::normal || delays.kind == Delays::Kind::lognormal;
  if (parts.size() != (spreads ? 3U : 2U)) fail();
  const auto typical = multiple(parts[1]);
  const auto spread = spreads ? multiple(parts[2]) : std::optional(0.0);
  if (!typical || !spread) fail();
  delays.typical = *typical;
  delays.spread = *spread;
  if (delays.kind == Delays::Kind::lognormal && !(delays.spread > delays.typical)) fail();
  return delays;
}

double read_bytes(const json& value, const char* key) {
  constexpr const char* kAccepted = "a size from 1 byte to 1 TB, as in 25MiB or 128kB";
  double bytes = 0;
  if (value.is_string()) {
    if (const auto read = base::parse_quantity(value.get<std::string>(), base::Dimension::size))
      bytes = read->in_base_units;
  } else if (value.is_number()) {
    bytes = value.get<double>();
  }
  if (!(bytes >= 1 && bytes <= 1e12)) base::JsonFields::fail(key, kAccepted);
  return bytes;
}

template <class Enum, std::size_t kNames>
Enum read_name(const base::JsonFields& fields, const char* key, Enum fallback,
               const std::array<std::string_view, kNames>& names) {
  if (!fields.has(key)) return fallback;
  return fields.choice(key, [&](std::string_view name) -> std::optional<Enum> {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
  });
}

/// nullopt where the workload states the time.
std::optional<workloads::Computation> read_computation(const base::JsonFields& fields) {
  if (!fields.has("samples") && !fields.has("efficiency") && !fields.has("peak"))
    return std::nullopt;
  workloads::Computation computation;
  if (!fields.has("samples") || !fields.has("efficiency"))
    throw base::FormatError(
        "samples, efficiency and peak have a use only together; give samples and efficiency, or "
        "remove it");
  computation.samples = fields.count("samples");
  if (computation.samples == 0 || computation.samples > workloads::kMostSamples)
    base::JsonFields::fail("samples", fmt::format("from 1 to {}", workloads::kMostSamples));
  const auto efficiency = multiple(fields.text("efficiency"));
  if (!efficiency || *efficiency > 1)
    base::JsonFields::fail("efficiency", "a share above 0 and at most 1, as in 45%");
  computation.efficiency = *efficiency;
  if (!fields.has("peak")) return computation;
  std::string peak = fields.text("peak");
  const std::string unit(kPeakUnit);
  const auto tera =
      peak.ends_with(unit) ? multiple(peak.substr(0, peak.size() - unit.size())) : std::nullopt;
  if (!tera || *tera < 1e-6) base::JsonFields::fail("peak", "from 1e-6 to 1e6, as in 9.3TFlop/s");
  computation.peak_flop_per_s = *tera * 1e12;
  return computation;
}

model::Algorithm read_dense(const std::string& spec) {
  try {
    return model::Algorithm(spec);
  } catch (const model::ParameterError& error) {
    base::JsonFields::fail("dense", fmt::format("a dense algorithm ({})", error.what()));
  }
}

std::uint64_t count_to(const base::JsonFields& fields, const char* key, std::uint64_t fallback,
                       std::uint64_t most) {
  if (!fields.has(key)) return fallback;
  const std::uint64_t count = fields.count(key);
  if (count == 0 || count > most) base::JsonFields::fail(key, fmt::format("from 1 to {}", most));
  return count;
}

/// A schedule has the sizes that it uses.
bool uses(ScheduleKind kind, std::string_view size) {
  if (size == "bucket") return kind == ScheduleKind::buckets || kind == ScheduleKind::by_size;
  return kind == (size == "first_bucket" ? ScheduleKind::buckets : ScheduleKind::by_size);
}

StepSpec read_step(const json& object) {
  const base::JsonFields fields(object);
  StepSpec spec;
  spec.workload = fields.text("workload");
  spec.computation = read_computation(fields);
  workloads::Schedule& schedule = spec.schedule;
  schedule.kind = read_name(fields, "schedule", schedule.kind, workloads::kScheduleNames);
  const auto read_size = [&](const char* key, double& bytes) {
    if (!fields.has(key)) return;
    if (!uses(schedule.kind, key))
      throw base::FormatError(
          fmt::format("\"{}\" has no use with schedule {}", key, name_of(schedule.kind)));
    bytes = read_bytes(fields.at(key), key);
  };
  read_size("bucket", schedule.bucket_bytes);
  read_size("first_bucket", schedule.first_bucket_bytes);
  read_size("dense_below", schedule.dense_below_bytes);
  spec.progress = read_name(fields, "progress", spec.progress, workloads::kProgressNames);
  if (fields.has("dense")) spec.dense = read_dense(fields.text("dense"));
  spec.streams = count_to(fields, "streams", spec.streams, workloads::kMostStreams);
  if (fields.has("stragglers")) spec.stragglers = read_stragglers(fields.at("stragglers"));
  spec.steps = count_to(fields, "steps", spec.steps, workloads::kMostSteps);
  spec.local_steps = count_to(fields, "local_steps", spec.local_steps, workloads::kMostLocalSteps);
  if (fields.has("timeline")) spec.timeline = fields.flag("timeline");
  return spec;
}

json step_to_json(const StepSpec& spec) {
  const workloads::Schedule& schedule = spec.schedule;
  json object = {{"workload", spec.workload},
                 {"schedule", name_of(schedule.kind)},
                 {"progress", name_of(spec.progress)},
                 {"dense", spec.dense.spec()}};
  if (uses(schedule.kind, "bucket")) object["bucket"] = schedule.bucket_bytes;
  if (uses(schedule.kind, "first_bucket")) object["first_bucket"] = schedule.first_bucket_bytes;
  if (uses(schedule.kind, "dense_below")) object["dense_below"] = schedule.dense_below_bytes;
  if (spec.computation) {
    object["samples"] = spec.computation->samples;
    object["efficiency"] = fmt::format("{}", spec.computation->efficiency);
    object["peak"] = fmt::format("{}{}", spec.computation->peak_flop_per_s / 1e12, kPeakUnit);
  }
  if (spec.streams > 1) object["streams"] = spec.streams;
  if (spec.steps > 0) object["steps"] = spec.steps;
  if (spec.local_steps > 1) object["local_steps"] = spec.local_steps;
  if (spec.timeline) object["timeline"] = true;
  if (const std::string text = stragglers_text(spec.stragglers); !text.empty())
    object["stragglers"] = text;
  return object;
}

json step_schema() {
  const auto text = [](const char* meaning) {
    return json{
        {"type", "string"}, {"minLength", 1}, {"maxLength", 4096}, {"description", meaning}};
  };
  const auto size = [](const char* meaning) {
    return json{{"type", "string"}, {"maxLength", 32}, {"description", meaning}};
  };
  const auto count = [](std::uint64_t most, const char* meaning) {
    return json{{"type", "integer"}, {"minimum", 1}, {"maximum", most}, {"description", meaning}};
  };
  return {
      {"type", "object"},
      {"additionalProperties", false},
      {"required", {"workload"}},
      {"properties",
       {{"workload", text("a network of `sparlab list workloads`, or the path of a file")},
        {"samples", count(workloads::kMostSamples,
                          "samples that a rank computes in a step, with efficiency: instead of the "
                          "time that the workload states")},
        {"efficiency", size("share of the peak that the computation reaches, as in 45%")},
        {"peak", size("operations that the processor of a rank does at most, as in "
                      "9.3TFlop/s (the default: a P100)")},
        {"schedule",
         {{"enum", workloads::kScheduleNames},
          {"description",
           "when gradients are exchanged: blocking, layers, buckets or by-size; default: "
           "buckets"}}},
        {"bucket", size("the size of a bucket, as in 25MiB (the default)")},
        {"first_bucket", size("the size of the first bucket, as in 1MiB (the default)")},
        {"dense_below", size("schedule by-size: smaller layers are exchanged as dense vectors, "
                             "as in 128kB (the default)")},
        {"progress",
         {{"enum", workloads::kProgressNames},
          {"description",
           "where exchanges work: offloaded (the default), on a thread of the rank's "
           "processor, or in calls between layers"}}},
        {"dense", text("the dense algorithm of exchanges that are dense by the schedule; "
                       "default: dense_rabenseifner")},
        {"streams", count(workloads::kMostStreams,
                          "exchanges that a rank has under way at most: 1 (default) to 256")},
        {"stragglers", text(kStragglers)},
        {"local_steps",
         count(workloads::kMostLocalSteps,
               "steps that a rank computes before one exchange, as in local SGD; all of them "
               "are one step of the results: 1 (default) to 1000")},
        {"steps", count(workloads::kMostSteps,
                        "steps whose mean is the result: 1 to 100000; default: a period of the "
                        "algorithm")},
        {"timeline",
         {{"type", "boolean"},
          {"description",
           "true or false: whether records have what a rank did in a step, and when"}}}}},
      {"description",
       "points are steps of training instead of allreduces: {\"workload\": \"resnet50\", "
       "\"schedule\": \"buckets\"}, see docs/steps.md"}};
}

}  // namespace

std::string stragglers_text(const Delays& delays) {
  if (delays.kind == Delays::Kind::none) return {};
  const std::string text =
      fmt::format("{}:{}", kDelayKinds[static_cast<std::size_t>(delays.kind)], delays.typical);
  return delays.spread > 0 ? fmt::format("{}:{}", text, delays.spread) : text;
}

Setting step_setting() {
  Setting setting{.key = "step"};
  setting.schema = step_schema;
  setting.write = [](const Settings& settings) {
    return settings.step ? step_to_json(*settings.step) : json();
  };
  setting.read = [](const json& value, Settings& settings) {
    settings.step = value.is_null() ? std::nullopt : std::optional(read_step(value));
  };
  setting.label = [](const Settings& settings) {
    if (!settings.step) return std::string();
    return fmt::format("step of {}, {}", settings.step->workload, settings.step->exchanges_text());
  };
  return setting;
}

}  // namespace sparlab::experiments
