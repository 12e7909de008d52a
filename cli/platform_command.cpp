#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/json/value_json.hpp"
#include "base/system/data_folders.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "machines/calibration/local_platform.hpp"
#include "platforms/files/consistency.hpp"
#include "platforms/files/new_platform.hpp"
#include "platforms/files/platform_description.hpp"
#include "platforms/files/write_platform.hpp"

namespace sparlab::cli {
namespace {

/// Ranks of the slow-downs that are shown.
constexpr std::uint64_t kUsualRanks = 8;

base::WrittenQuantity quantity(const std::string& text, base::Dimension dimension,
                               const char* option) {
  const auto parsed = base::parse_quantity(text, dimension);
  const auto [least, most] = base::accepted_range(dimension);
  // Zero would make a machine without bandwidth or latency.
  if (!parsed || !(parsed->in_base_units > 0))
    throw base::ConfigError(
        "command line", option, fmt::format("\"{}\"", text),
        fmt::format("a number and {}, above 0 and at most {:g} {}", base::accepted_units(dimension),
                    most, base::base_unit(dimension)));
  return *parsed;
}

}  // namespace

int platform_show_command(const PlatformShowArguments& arguments) {
  if (arguments.platform == platforms::kLocalPlatform && !machines::find_local_platform())
    throw base::ConfigError("command line", "platform", "local: this machine was not measured yet",
                            "local after sparlab calibrate, or another platform");
  const auto file = base::find_platform_file(arguments.platform, "command line", "platform");
  const nlohmann::json content = base::read_json_file(file);
  const platforms::PlatformFile platform = platforms::platform_from_json(content, file);
  const auto ranks = arguments.ranks.value_or(std::min(platform.max_ranks(), kUsualRanks));
  if (ranks > platform.max_ranks())
    throw base::ConfigError("command line", "--ranks", std::to_string(ranks),
                            fmt::format("at most {}, the ranks that the hosts of {} have",
                                        platform.max_ranks(), platform.name));
  if (arguments.format == OutputFormat::json)
    std::cout << base::json_text(base::Fields{platforms::platform_fields(platform, content, ranks),
                                              {"path", file.string()}})
              << '\n';
  else
    platforms::print_platform(std::cout, platform, content, ranks);
  return kSuccess;
}

int platform_check_command(const PlatformCheckArguments& arguments) {
  const bool as_json = arguments.format == OutputFormat::json;
  const auto file = base::find_platform_file(arguments.platform, "command line", "platform");
  std::vector<std::string> warnings;
  try {
    warnings = platforms::inconsistencies(platforms::load_platform(file));
  } catch (const base::ConfigError&) {
    report_current_exception(as_json);
    return kCheckFailed;
  }
  if (as_json) {
    std::cout << base::json_text(base::Fields{{"file", file.string()}, {"warnings", warnings}})
              << '\n';
    return kSuccess;
  }
  for (const std::string& warning : warnings) std::cout << "warning: " << warning << '\n';
  std::cout << fmt::format("{}: valid, {} warning{}\n", file.string(), warnings.size(),
                           warnings.size() == 1 ? "" : "s");
  return kSuccess;
}

int platform_new_command(const PlatformNewArguments& arguments) {
  platforms::new_platform_file(arguments.name, "NAME", arguments.output);
  const platforms::KnownCluster known{
      .name = arguments.name,
      .hosts = arguments.hosts,
      .ranks_per_host = arguments.ranks_per_host,
      .bandwidth = quantity(arguments.bandwidth, base::Dimension::bandwidth, "--bandwidth"),
      .latency = quantity(arguments.latency, base::Dimension::time, "--latency"),
      .like = arguments.like};
  std::cout << platforms::write_platform(platforms::new_platform(known), arguments.output).string()
            << '\n';
  return kSuccess;
}

}  // namespace sparlab::cli
