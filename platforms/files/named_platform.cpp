#include "platforms/files/named_platform.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/quantity.hpp"

namespace sparlab::platforms {
namespace {

using base::Dimension;
using nlohmann::json;

/// What the numbers of a platform are multiplied by.
struct Factors {
  double bandwidth = 1, latency = 1;
};

/// Where the changes begin: at a colon before KEY=.
std::size_t end_of_base(std::string_view name) {
  const std::size_t equals = name.find('=');
  const std::size_t colon =
      equals == std::string_view::npos ? equals : name.substr(0, equals).rfind(':');
  return colon == std::string_view::npos ? name.size() : colon;
}

/// The factor that "x2.5" or a quantity means where the number is `now`.
std::optional<double> factor_of(std::string_view text, Dimension dimension, double now) {
  const bool relative = text.starts_with('x');
  const auto read =
      relative ? base::parse_quantity(fmt::format("{} times", text.substr(1)), Dimension::multiple)
               : base::parse_quantity(text, dimension);
  if (!read || !(read->in_base_units > 0) || (!relative && !(now > 0))) return std::nullopt;
  return relative ? read->in_base_units : read->in_base_units / now;
}

Factors read_factors(std::string_view changes, const PlatformFile& platform,
                     const std::string& file, const std::string& json_path) {
  const std::vector<model::Segment>& segments = platform.transport.segments;
  Factors factors;
  while (!changes.empty()) {
    const std::string_view change = changes.substr(0, changes.find(':'));
    changes.remove_prefix(std::min(changes.size(), change.size() + 1));
    const std::string_view key = change.substr(0, change.find('='));
    const std::string_view value = change.substr(std::min(change.size(), key.size() + 1));
    std::optional<double> factor;
    if (key == "bandwidth") {
      const double beta_s = segments.back().beta_s_per_byte;
      factor = factor_of(value, Dimension::bandwidth, beta_s > 0 ? 1 / beta_s : 0);
      if (factor) factors.bandwidth = *factor;
    } else if (key == "latency") {
      factor = factor_of(value, Dimension::time, segments.front().alpha_s);
      if (factor) factors.latency = *factor;
    }
    if (!factor)
      throw base::ConfigError(file, json_path, std::string(change),
                              fmt::format("changes of {} such as bandwidth=x2.5, bandwidth=25Gb/s, "
                                          "latency=x0.5 and latency=10us",
                                          platform.name));
  }
  return factors;
}

/// Changes the numbers of a section by their units.
void scale(json& part, const Factors& factors, const std::string& changes) {
  if (!part.is_structured()) return;
  if (!part.is_object() || !part.contains("value") || !part.contains("unit")) {
    for (json& inner : part) scale(inner, factors, changes);
    return;
  }
  const auto is = [unit = part.at("unit").get<std::string>()](Dimension dimension) {
    return base::in_base_units(1, unit, dimension).has_value();
  };
  const double factor = is(Dimension::bandwidth)       ? factors.bandwidth
                        : is(Dimension::time_per_byte) ? 1 / factors.bandwidth
                        : is(Dimension::time)          ? factors.latency
                                                       : 1;
  if (factor == 1) return;
  part["value"] = part.at("value").get<double>() * factor;
  part["source"] = fmt::format("{}: {}", changes, part.at("source").get<std::string>());
}

void apply(const Factors& factors, const std::string& changes, json& content) {
  for (const char* path : {"/links", "/hockney", "/transport/segments", "/loggp", "/host_groups",
                           "/overhead/per_message", "/overhead/rendezvous_per_message"})
    if (const json::json_pointer pointer(path); content.contains(pointer))
      scale(content[pointer], factors, changes);
}

}  // namespace

std::string_view changes_of(std::string_view name) {
  name.remove_prefix(std::min(name.size(), end_of_base(name) + 1));
  return name;
}

NamedPlatform read_named_platform(const std::string& name, const std::string& file,
                                  const std::string& json_path) {
  const std::filesystem::path path =
      base::find_platform_file(name.substr(0, end_of_base(name)), file, json_path);
  json content = base::read_json_file(path);
  PlatformFile platform = platform_from_json(content, path);
  const std::string changes(changes_of(name));
  if (changes.empty()) return {std::move(content), std::move(platform)};
  apply(read_factors(changes, platform, file, json_path), changes, content);
  platform = platform_from_json(content, path);
  platform.name += ":" + changes;
  platform.title += "; " + changes;
  return {std::move(content), std::move(platform)};
}

}  // namespace sparlab::platforms
