#include "platforms/files/platform_description.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "base/text/text_table.hpp"
#include "platforms/files/consistency.hpp"
#include "platforms/sections/machine_json.hpp"
#include "platforms/topology/topology_summary.hpp"

namespace sparlab::platforms {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr double kLargestMessage = 16.0 * 1024 * 1024;
constexpr double kSizeRatio = 4;

/// All numbers of a part of the file, each with the path to it.
void add_numbers(const json& part, const std::string& path, ordered_json& numbers) {
  if (part.is_object() && part.contains("value") && part.contains("unit")) {
    ordered_json number = {{"path", path}};
    for (const char* key : {"value", "unit", "source", "uncertainty"}) number[key] = part.at(key);
    numbers.push_back(number);
    return;
  }
  if (!part.is_structured()) return;
  for (const auto& item : part.items())
    add_numbers(item.value(), path.empty() ? item.key() : path + "." + item.key(), numbers);
}

ordered_json pattern_times(const model::Machine& machine) {
  ordered_json rows = ordered_json::array();
  for (double bytes = 1; bytes <= kLargestMessage; bytes *= kSizeRatio) {
    ordered_json row = {{"bytes", bytes}};
    for (std::size_t i = 0; i < model::kPatternNames.size(); ++i)
      row[std::string(model::kPatternNames[i])] =
          machine.message_s(bytes, static_cast<model::Pattern>(i));
    rows.push_back(row);
  }
  return rows;
}

std::string bytes_text(double bytes) {
  if (bytes >= 1024 * 1024) return fmt::format("{:g} MiB", bytes / (1024 * 1024));
  return bytes >= 1024 ? fmt::format("{:g} KiB", bytes / 1024) : fmt::format("{:g} B", bytes);
}

void print_numbers(std::ostream& stream, const ordered_json& numbers) {
  std::vector<std::vector<std::string>> rows = {{"number", "value", "uncertainty"}};
  for (const ordered_json& number : numbers)
    rows.push_back({number.at("path").get<std::string>(),
                    fmt::format("{:.6g} {}", number.at("value").get<double>(),
                                number.at("unit").get<std::string>()),
                    number.at("uncertainty").get<std::string>()});
  base::print_columns(stream, rows);
}

void print_patterns(std::ostream& stream, const ordered_json& patterns) {
  std::vector<std::vector<std::string>> rows = {{"slow-down", "ranks", "factor by size"}};
  for (const ordered_json& pattern : patterns) {
    std::string factors;
    for (const ordered_json& point : pattern.at("points"))
      factors += fmt::format("{}{:.3g} at {}", factors.empty() ? "" : ", ",
                             point.at("factor").get<double>(),
                             bytes_text(point.at("bytes").get<double>()));
    rows.push_back({pattern.at("pattern").get<std::string>(), pattern.at("ranks").dump(), factors});
  }
  base::print_columns(stream, rows, {.right = {1}});
}

void print_starts(std::ostream& stream, const ordered_json& starts) {
  std::vector<std::vector<std::string>> rows = {{"start", "ranks"}};
  for (const ordered_json& start : starts)
    rows.push_back(
        {base::seconds_text(start.at("seconds").get<double>()), start.at("ranks").dump()});
  base::print_columns(stream, rows, {.right = {0, 1}});
}

void print_times(std::ostream& stream, const ordered_json& times) {
  std::vector<std::vector<std::string>> rows = {{"message"}};
  for (const std::string_view name : model::kPatternNames) rows[0].emplace_back(name);
  for (const ordered_json& row : times) {
    rows.push_back({bytes_text(row.at("bytes").get<double>())});
    for (const std::string_view name : model::kPatternNames)
      rows.back().push_back(base::seconds_text(row.at(std::string(name)).get<double>()));
  }
  base::print_columns(stream, rows, {.right = {0, 1, 2, 3, 4, 5}});
}

std::string engines_text(const ordered_json& description) {
  if (description.at("simgrid").get<bool>()) return "";
  return description.contains("network")
             ? " (SimGrid's zones do not have it: engine simgrid cannot run it)"
             : " (no links: engine simgrid cannot run it)";
}

}  // namespace

ordered_json describe_platform(const PlatformFile& platform, const json& content,
                               std::uint64_t ranks) {
  ordered_json numbers = ordered_json::array();
  add_numbers(content, "", numbers);
  ordered_json description = {{"name", platform.name},
                              {"title", platform.title},
                              {"hash", platform.hash},
                              {"hosts", platform.hosts},
                              {"ranks_per_host", platform.placement.ranks_per_host},
                              {"simgrid", platform.network.has_value()},
                              {"ranks", ranks},
                              {"topology", content.at("topology")},
                              {"numbers", numbers}};
  if (content.contains("transport") && content.at("transport").contains("patterns"))
    description["patterns"] = content.at("transport").at("patterns");
  if (platform.transport.starts.size() > 1) {
    ordered_json& starts = description["starts"] = ordered_json::array();
    for (const MeasuredStart& start : platform.transport.starts)
      starts.push_back({{"ranks", start.ranks}, {"seconds", start.seconds}});
  }
  if (platform.send_limit > 0) description["send_limit"] = platform.send_limit;
  if (platform.noise.present()) description["noise"] = describe(platform.noise);
  if (platform.topology()) description["network"] = summarize_topology(*platform.topology());
  const runtime::loggp::Machine& separate = platform.separate;
  description["loggp"] = {{"latency_s", separate.latency_s},
                          {"overhead_s", separate.overhead_s},
                          {"overhead_s_per_byte", separate.overhead_s_per_byte},
                          {"gap_s", separate.gap_s},
                          {"gap_s_per_byte", separate.gap_s_per_byte}};
  const model::Machine machine = platform.machine(ranks);
  description["machine"] = machine_to_json(machine);
  description["start_s"] = platform.transport.start_s(ranks);
  description["message_s"] = pattern_times(machine);
  description["doubts"] = platform.doubts;
  description["warnings"] = inconsistencies(platform);
  return description;
}

void print_platform(std::ostream& stream, const ordered_json& description) {
  const ordered_json& topology = description.at("topology");
  const std::vector<std::vector<std::string>> head = {
      {"platform", description.at("name").get<std::string>()},
      {"title", description.at("title").get<std::string>()},
      {"topology", fmt::format("{}, {} hosts{}", topology.at("kind").get<std::string>(),
                               description.at("hosts").dump(), engines_text(description))},
      {"source", topology.at("source").get<std::string>()}};
  base::print_columns(stream, head);
  if (description.contains("network")) {
    stream << '\n';
    print_topology(stream, description.at("network"));
  }
  stream << '\n';
  print_numbers(stream, description.at("numbers"));
  if (description.contains("patterns")) {
    stream << '\n';
    print_patterns(stream, description.at("patterns"));
  }
  if (description.contains("starts")) {
    stream << '\n';
    print_starts(stream, description.at("starts"));
  }
  stream << fmt::format("\nTime of a message with {} ranks, by pattern; a collective adds {}:\n",
                        description.at("ranks").dump(),
                        base::seconds_text(description.at("start_s").get<double>()));
  print_times(stream, description.at("message_s"));
  if (description.contains("send_limit"))
    stream << fmt::format("\nEngine loggp alone: a rank has at most {} messages on their way\n",
                          description.at("send_limit").dump());
  if (description.contains("noise")) {
    stream << '\n';
    base::print_wrapped(
        stream, fmt::format("Engine loggp alone: {}", description.at("noise").get<std::string>()),
        0, 110);
  }
  stream << "\nSources:\n";
  for (const ordered_json& number : description.at("numbers"))
    base::print_wrapped(stream,
                        fmt::format("{}: {}", number.at("path").get<std::string>(),
                                    number.at("source").get<std::string>()),
                        0, 110);
  for (const auto& doubt : description.at("doubts").items())
    base::print_wrapped(stream,
                        fmt::format("Doubt, {}: {}", doubt.key(), doubt.value().get<std::string>()),
                        0, 110);
}

}  // namespace sparlab::platforms
