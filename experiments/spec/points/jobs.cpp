#include "experiments/spec/points/jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json/json_fields.hpp"
#include "experiments/spec/points/settings.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;
using Pattern = runtime::loggp::Background::Pattern;

constexpr std::array kJobHosts = {JobHosts::consecutive, JobHosts::interleaved, JobHosts::shared};
constexpr std::array kBackgroundPatterns = {Pattern::uniform, Pattern::neighbour, Pattern::opposite,
                                            Pattern::incast};
constexpr std::array kBackgroundHosts = {BackgroundLoad::Hosts::all, BackgroundLoad::Hosts::others};
constexpr double kLeastBackgroundBytes = 64;
constexpr double kMostBackgroundBytes = 1e9;

template <class Enum, std::size_t size>
json names_in(const std::array<Enum, size>& values) {
  json names = json::array();
  for (const Enum value : values) names.push_back(name_of(value));
  return names;
}

template <class Enum, std::size_t size>
Enum named_value(const json& name, const std::array<Enum, size>& values, const char* key) {
  const auto found =
      std::ranges::find_if(values, [&](Enum value) { return name == name_of(value); });
  if (found == values.end()) base::JsonFields::fail(key, "a known name");
  return *found;
}

double number_between(const json& value, double least, double most, const char* key) {
  if (!value.is_number()) base::JsonFields::fail(key, "a number");
  const auto number = value.get<double>();
  if (!(number >= least && number <= most))
    base::JsonFields::fail(key, fmt::format("a number from {} to {}", least, most));
  return number;
}

BackgroundLoad background_in(const json& value) {
  if (!value.is_object()) base::JsonFields::fail("background", "an object");
  const base::JsonFields fields(value);
  BackgroundLoad traffic;
  if (fields.has("pattern"))
    traffic.pattern = named_value(fields.at("pattern"), kBackgroundPatterns, "background.pattern");
  if (fields.has("load")) traffic.load = number_between(fields.at("load"), 0, 1, "background.load");
  if (fields.has("bytes"))
    traffic.bytes = number_between(fields.at("bytes"), kLeastBackgroundBytes, kMostBackgroundBytes,
                                   "background.bytes");
  if (fields.has("hosts"))
    traffic.hosts = named_value(fields.at("hosts"), kBackgroundHosts, "background.hosts");
  if (traffic.load > 0 && !traffic.present())
    base::JsonFields::fail("background.pattern", "a pattern");
  // Without load there is no background, whatever its pattern.
  return traffic.load == 0 ? BackgroundLoad() : traffic;
}

json background_to_json(const BackgroundLoad& traffic) {
  if (!traffic.present()) return json::object();
  return {{"pattern", name_of(traffic.pattern)},
          {"load", traffic.load},
          {"bytes", traffic.bytes},
          {"hosts", name_of(traffic.hosts)}};
}

/// The number of a host among those of its job becomes its number on the platform.
std::uint64_t host_of_job(std::uint64_t host, std::uint64_t job, std::uint64_t jobs,
                          std::uint64_t span, JobHosts hosts) {
  switch (hosts) {
    case JobHosts::consecutive:
      return job * span + host;
    case JobHosts::interleaved:
      return host * jobs + job;
    case JobHosts::shared:
      break;
  }
  return host;
}

}  // namespace

std::string_view name_of(JobHosts hosts) {
  switch (hosts) {
    case JobHosts::consecutive:
      break;
    case JobHosts::interleaved:
      return "interleaved";
    case JobHosts::shared:
      return "shared";
  }
  return "consecutive";
}

std::string_view name_of(BackgroundLoad::Hosts hosts) {
  return hosts == BackgroundLoad::Hosts::all ? "all" : "others";
}

Setting jobs_setting() {
  Setting setting{.key = "jobs", .option = "--network-jobs"};
  setting.schema = [] {
    return json{
        {"type", "integer"},
        {"minimum", 1},
        {"maximum", kMostJobs},
        {"description", fmt::format("how many equal allreduces, of P ranks each, begin at once on "
                                    "machine network: a whole number from 1 to {}; default: 1",
                                    kMostJobs)}};
  };
  setting.write = [](const Settings& settings) { return json(settings.jobs); };
  setting.read = [](const json& value, Settings& settings) {
    settings.jobs = static_cast<std::uint64_t>(
        number_between(value, 1, static_cast<double>(kMostJobs), "jobs"));
    if (value != settings.jobs) base::JsonFields::fail("jobs", "a whole number");
  };
  setting.label = [](const Settings& settings) {
    return settings.jobs == 1 ? std::string() : fmt::format("{} jobs", settings.jobs);
  };
  return setting;
}

Setting job_hosts_setting() {
  Setting setting{.key = "job_hosts", .option = "--job-hosts"};
  setting.schema = [] {
    return json{{"enum", names_in(kJobHosts)},
                {"description",
                 "the hosts of several jobs: consecutive or interleaved (each job on hosts of its "
                 "own), or shared (all on the same)"}};
  };
  setting.write = [](const Settings& settings) { return json(name_of(settings.job_hosts)); };
  setting.read = [](const json& value, Settings& settings) {
    settings.job_hosts = named_value(value, kJobHosts, "job_hosts");
  };
  setting.label = [](const Settings& settings) {
    return settings.job_hosts == JobHosts::consecutive
               ? std::string()
               : fmt::format("hosts {}", name_of(settings.job_hosts));
  };
  return setting;
}

Setting background_setting() {
  Setting setting{.key = "background", .option = "--background"};
  setting.schema = [] {
    const auto number = [](double least, double most, const char* meaning) {
      return json{{"type", "number"},
                  {"minimum", least},
                  {"maximum", most},
                  {"description", fmt::format("{}: a number from {} to {}", meaning, least, most)}};
    };
    const auto name = [](json names, const char* meaning) {
      return json{{"enum", std::move(names)}, {"description", meaning}};
    };
    return json{
        {"type", "object"},
        {"additionalProperties", false},
        {"required", {"pattern", "load"}},
        {"properties",
         {{"pattern", name(names_in(kBackgroundPatterns),
                           "to whom hosts send: uniform, neighbour, opposite or incast")},
          {"load", number(0, 1, "the part of the bandwidth of a host's link that is offered")},
          {"bytes", number(kLeastBackgroundBytes, kMostBackgroundBytes,
                           "the size of a message in bytes, 65536 if missing")},
          {"hosts", name(names_in(kBackgroundHosts),
                         "which hosts send and receive: all, or others (those without ranks)")}}},
        {"description",
         "traffic of other programs on machine network, a JSON object such as "
         "{\"pattern\": \"uniform\", \"load\": 0.3, \"bytes\": 65536, \"hosts\": \"all\"}; "
         "default: "
         "none"}};
  };
  setting.write = [](const Settings& settings) { return background_to_json(settings.background); };
  setting.read = [](const json& value, Settings& settings) {
    settings.background = background_in(value);
  };
  setting.label = [](const Settings& settings) {
    const BackgroundLoad& traffic = settings.background;
    if (!traffic.present()) return std::string();
    return fmt::format("background {} {}", name_of(traffic.pattern), traffic.load);
  };
  return setting;
}

std::uint64_t span_of_job(const model::Placement& placement, std::uint64_t ranks) {
  std::uint64_t last = 0;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) last = std::max(last, placement.host_of(rank));
  return last + 1;
}

model::Placement place_jobs(const model::Placement& placement, std::uint64_t ranks,
                            std::uint64_t jobs, JobHosts hosts) {
  if (jobs == 1) return placement;
  model::Placement placed = placement;
  placed.kind = model::Placement::Kind::listed;
  placed.listed.clear();
  const std::uint64_t span = span_of_job(placement, ranks);
  for (std::uint64_t job = 0; job < jobs; ++job)
    for (std::uint64_t rank = 0; rank < ranks; ++rank)
      placed.listed.push_back(
          static_cast<std::uint32_t>(host_of_job(placement.host_of(rank), job, jobs, span, hosts)));
  // Messages inside a host exist only where the ranks of one job share it.
  if (hosts == JobHosts::shared && placement.shares_ports()) placed.ranks_per_host *= jobs;
  return placed;
}

std::vector<std::uint32_t> background_hosts(BackgroundLoad::Hosts which, std::uint64_t hosts,
                                            const model::Placement& placement,
                                            std::uint64_t ranks) {
  std::vector<bool> left_out(hosts);
  if (which == BackgroundLoad::Hosts::others)
    for (std::uint64_t rank = 0; rank < ranks; ++rank) left_out[placement.host_of(rank)] = true;
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t host = 0; host < hosts; ++host)
    if (!left_out[host]) chosen.push_back(host);
  return chosen;
}

}  // namespace sparlab::experiments
