#include <filesystem>

#include "base/system/data_folders.hpp"
#include "base/text/text_table.hpp"
#include "cli/verb.hpp"
#include "platforms/files/consistency.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::cli {

Run add_platform_check(Options& options) {
  const auto& name = add_platform(options);
  const auto& format = add_format(options);
  return [&]() -> int {
    const auto file = base::find_platform_file(name, "command line", "platform");
    if (!std::filesystem::exists(file))
      throw base::ConfigError(file.string(), "", "no such file", "the path of a platform file");
    std::vector<std::string> warnings;
    try {
      warnings = platforms::inconsistencies(platforms::load_platform(file));
    } catch (const base::ConfigError&) {
      report_current_exception(format == OutputFormat::json);
      return kCheckFailed;
    }
    if (format == OutputFormat::json) {
      print_json(base::Fields{{"file", file.string()}, {"warnings", warnings}});
      return kSuccess;
    }
    for (const std::string& warning : warnings) std::cout << "warning: " << warning << '\n';
    std::cout << fmt::format("{}: valid, {}\n", file.string(),
                             base::counted(warnings.size(), "warning"));
    return kSuccess;
  };
}

}  // namespace sparlab::cli
