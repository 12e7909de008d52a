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

using base::Fields;
using base::text_field;
using base::Value;
using nlohmann::json;

constexpr double kLargestMessage = 16.0 * 1024 * 1024;
constexpr double kSizeRatio = 4;
constexpr std::size_t kWidth = 110;

/// A number of the file, and where it is.
struct StatedNumber {
  std::string path;
  double value = 0;
  std::string written;  ///< the value as it stands in the file
  std::string unit, source, uncertainty;
};

/// All numbers of a part of the file.
void add_numbers(const json& part, const std::string& path, std::vector<StatedNumber>& numbers) {
  if (part.is_object() && part.contains("value") && part.contains("unit")) {
    const json& value = part.at("value");
    numbers.push_back({path, value.get<double>(), value.dump(), part.at("unit"), part.at("source"),
                       part.at("uncertainty")});
    return;
  }
  if (!part.is_structured()) return;
  for (const auto& item : part.items())
    add_numbers(item.value(), path.empty() ? item.key() : path + "." + item.key(), numbers);
}

std::vector<StatedNumber> numbers_of(const json& content) {
  std::vector<StatedNumber> numbers;
  add_numbers(content, "", numbers);
  return numbers;
}

Fields number_fields(const StatedNumber& number) {
  return {{"path", "number", number.path},
          text_field("value", fmt::format("{:.6g} {}", number.value, number.unit)),
          {"value", Value::Json{number.written}},
          {"unit", number.unit},
          {"source", number.source},
          {"uncertainty", "uncertainty", number.uncertainty}};
}

std::string binary_bytes_text(double bytes) {
  if (bytes >= 1024 * 1024) return fmt::format("{:g} MiB", bytes / (1024 * 1024));
  return bytes >= 1024 ? fmt::format("{:g} KiB", bytes / 1024) : fmt::format("{:g} B", bytes);
}

/// The time of a message of each size, by pattern.
std::vector<Fields> message_times(const model::Machine& machine) {
  std::vector<Fields> rows;
  for (double bytes = 1; bytes <= kLargestMessage; bytes *= kSizeRatio) {
    Fields& row = rows.emplace_back();
    row.push_back({"bytes", "message", base::number_as(bytes, binary_bytes_text(bytes))});
    for (std::size_t i = 0; i < model::kPatternNames.size(); ++i) {
      const std::string name(model::kPatternNames[i]);
      const double seconds = machine.message_s(bytes, static_cast<model::Pattern>(i));
      row.push_back({name, name, base::seconds(seconds)});
    }
  }
  return rows;
}

Fields start_fields(const MeasuredStart& start) {
  return {text_field("start", base::seconds(start.seconds)),
          {"ranks", "ranks", start.ranks},
          {"seconds", start.seconds}};
}

Fields pattern_row(const MeasuredPattern& measured) {
  std::string factors;
  for (const auto& [bytes, factor] : measured.curve)
    factors += fmt::format("{}{:.3g} at {}", factors.empty() ? "" : ", ", factor,
                           binary_bytes_text(bytes));
  return {text_field("slow-down", model::kPatternNames[static_cast<std::size_t>(measured.pattern)]),
          text_field("ranks", measured.ranks), text_field("factor by size", factors)};
}

std::string ranks_text(const model::Placement& placement) {
  return placement.ranks_per_host > 1 ? fmt::format(" of {} ranks", placement.ranks_per_host) : "";
}

std::string engines_text(const PlatformFile& platform) {
  return platform.network ? "" : " (no links: engine simgrid cannot run it)";
}

}  // namespace

Fields platform_fields(const PlatformFile& platform, const json& content, std::uint64_t ranks) {
  const runtime::loggp::Machine& separate = platform.separate;
  const model::Machine machine = platform.machine(ranks);
  const json::json_pointer patterns("/transport/patterns");
  Fields parts;
  if (content.contains(patterns))
    parts.push_back({"patterns", Value::Json{content.at(patterns).dump()}});
  if (platform.transport.starts.size() > 1)
    parts.push_back({"starts", base::rows_of(platform.transport.starts, start_fields)});
  if (platform.send_limit > 0) parts.push_back({"send_limit", platform.send_limit});
  if (platform.noise.delays.present()) parts.push_back({"noise", describe(platform.noise.delays)});
  if (platform.noise.run) parts.push_back({"noise", describe(*platform.noise.run)});
  if (platform.topology() != nullptr)
    parts.push_back({"network", topology_fields(summarize_topology(*platform.topology()))});
  Fields doubts;
  for (const auto& [number, doubt] : platform.doubts) doubts.push_back({number, doubt});
  return {{"name", platform.name},
          {"title", platform.title},
          {"hash", platform.hash},
          {"hosts", platform.hosts},
          {"ranks_per_host", platform.placement.ranks_per_host},
          {"simgrid", platform.network.has_value()},
          {"ranks", ranks},
          {"topology", Value::Json{content.at("topology").dump()}},
          {"numbers", base::rows_of(numbers_of(content), number_fields)},
          parts,
          {"loggp", Fields{{"latency_s", separate.latency_s},
                           {"overhead_s", separate.overhead_s},
                           {"overhead_s_per_byte", separate.overhead_s_per_byte},
                           {"gap_s", separate.gap_s},
                           {"gap_s_per_byte", separate.gap_s_per_byte}}},
          {"machine", Value::Json{machine_to_json(machine).dump()}},
          {"start_s", platform.transport.start_s(ranks)},
          {"receiving", machine.receiving_shared ? "shared" : "in_turn"},
          {"message_s", message_times(machine)},
          {"doubts", doubts},
          {"warnings", inconsistencies(platform)}};
}

void print_platform(std::ostream& stream, const PlatformFile& platform, const json& content,
                    std::uint64_t ranks) {
  const json& topology = content.at("topology");
  const std::vector<StatedNumber> numbers = numbers_of(content);
  base::print_columns(
      stream, {{"platform", platform.name},
               {"title", platform.title},
               {"topology", fmt::format("{}, {} hosts{}{}", topology.at("kind").get<std::string>(),
                                        platform.hosts, ranks_text(platform.placement),
                                        engines_text(platform))},
               {"source", topology.at("source").get<std::string>()}});
  stream << '\n';
  if (platform.topology() != nullptr) {
    print_topology(stream, summarize_topology(*platform.topology()));
    stream << '\n';
  }
  base::print_table(stream, base::rows_of(numbers, number_fields));
  if (!platform.transport.patterns.empty()) {
    stream << '\n';
    base::print_table(stream, base::rows_of(platform.transport.patterns, pattern_row));
  }
  if (platform.transport.starts.size() > 1) {
    stream << '\n';
    base::print_table(stream, base::rows_of(platform.transport.starts, start_fields));
  }
  stream << fmt::format("\nTime of a message with {} ranks, by pattern; a collective adds {}:\n",
                        ranks, base::seconds_text(platform.transport.start_s(ranks)));
  base::print_table(stream, message_times(platform.machine(ranks)));
  if (platform.machine(ranks).receiving_shared)
    stream << "\nA port that receives from several ranks at once shares its capacity among them.\n";
  if (platform.send_limit > 0)
    stream << fmt::format("\nEngine loggp alone: a rank has at most {} messages on their way\n",
                          platform.send_limit);
  if (platform.noise.delays.present()) {
    stream << '\n';
    base::print_wrapped(stream, "Engine loggp alone: " + describe(platform.noise.delays), 0,
                        kWidth);
  }
  if (platform.noise.run) stream << fmt::format("\nNoise: {}\n", describe(*platform.noise.run));
  stream << "\nSources:\n";
  for (const StatedNumber& number : numbers)
    base::print_wrapped(stream, fmt::format("{}: {}", number.path, number.source), 0, kWidth);
  for (const auto& [number, doubt] : platform.doubts)
    base::print_wrapped(stream, fmt::format("Doubt, {}: {}", number, doubt), 0, kWidth);
}

}  // namespace sparlab::platforms
