#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "analysis/fits/pair_platform.hpp"
#include "base/errors/errors.hpp"
#include "base/json/value_json.hpp"
#include "base/system/data_folders.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "platforms/files/write_platform.hpp"

namespace sparlab::cli {
namespace {

analysis::PairFit pair_fit_of(const analysis::PairTimes& times,
                              const std::filesystem::path& table) {
  try {
    return analysis::fit_pair(times);
  } catch (const std::invalid_argument& error) {
    throw base::ConfigError(table.string(), "", error.what(), "more sizes of the machine");
  }
}

}  // namespace

int platform_fit_messages_command(const PlatformFitMessagesArguments& arguments) {
  const bool as_json = arguments.format == OutputFormat::json;
  if (!arguments.name.empty()) {
    platforms::new_platform_file(arguments.name, "--name", arguments.output);
    base::find_platform_file(arguments.like, "command line", "--like");
  }
  const analysis::PairTimes times = analysis::read_pair_times(arguments.selection);
  const analysis::PairFit fit = pair_fit_of(times, arguments.selection.table);
  std::optional<std::string> platform;
  if (!arguments.name.empty())
    platform =
        platforms::write_platform(
            analysis::pair_platform({arguments.name, arguments.hosts, arguments.like}, times, fit),
            arguments.output)
            .string();
  if (as_json) {
    std::cout << base::json_text(base::Fields{analysis::pair_fit_fields(times, fit),
                                              base::if_known("platform", platform)})
              << '\n';
    return kSuccess;
  }
  analysis::print_pair_fit(std::cout, times, fit);
  if (platform) std::cout << *platform << '\n';
  return kSuccess;
}

int platform_patterns_command(const PlatformPatternsArguments& arguments) {
  const platforms::PlatformFile platform = platforms::load_platform(
      base::find_platform_file(arguments.platform, "command line", "platform"));
  const analysis::MeasuredPatterns measured = analysis::read_measured_patterns(arguments.selection);
  const auto predicted = analysis::predict_patterns(platform, measured);
  if (arguments.format == OutputFormat::json)
    std::cout << base::json_text(analysis::pattern_comparison_fields(platform, measured, predicted))
              << '\n';
  else
    analysis::print_pattern_comparison(std::cout, measured, predicted);
  return kSuccess;
}

}  // namespace sparlab::cli
