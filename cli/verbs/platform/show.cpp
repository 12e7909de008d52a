#include <algorithm>

#include "cli/verb.hpp"
#include "machines/calibration/local_platform.hpp"
#include "platforms/files/named_platform.hpp"
#include "platforms/files/platform_description.hpp"

namespace sparlab::cli {

Run add_platform_show(Options& options) {
  const auto& name = add_platform(options);
  const auto& ranks = options.add<std::optional<std::uint64_t>>(
      "--ranks P", "Slow-downs depend on the number of ranks (default: 8)",
      {from_to(std::uint64_t{1}, std::uint64_t{1} << 31U)});
  const auto& format = add_format(options);
  return [&] {
    if (name == platforms::kLocalPlatform && !machines::find_local_platform())
      throw base::ConfigError("command line", "platform",
                              "local: this machine was not measured yet",
                              "local after sparlab calibrate, or another platform");
    const auto [content, platform] =
        platforms::read_named_platform(name, "command line", "platform");
    const auto shown = ranks.value_or(std::min<std::uint64_t>(platform.max_ranks(), 8));
    if (shown > platform.max_ranks())
      throw base::ConfigError("command line", "--ranks", std::to_string(shown),
                              fmt::format("at most {}, the ranks that the hosts of {} have",
                                          platform.max_ranks(), platform.name));
    if (format == OutputFormat::json)
      print_json(platforms::platform_fields(platform, content, shown));
    else
      platforms::print_platform(std::cout, platform, content, shown);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
