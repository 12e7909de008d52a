#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "experiments/errors/errors.hpp"
#include "experiments/fits/fitted_platform.hpp"
#include "experiments/fits/leave_out.hpp"
#include "experiments/platforms/write_platform.hpp"

namespace sparlab::cli {
namespace {

using namespace sparlab::experiments;

model::MachineFit fit_of(const FitPoints& points) {
  try {
    return model::fit_machine(times_of(points.points));
  } catch (const std::invalid_argument& error) {
    throw ConfigError("command line", "RESULTS", error.what(), "more times, or a wider selection");
  }
}

}  // namespace

int platform_fit_command(const PlatformFitArguments& arguments) {
  const bool as_json = arguments.format == OutputFormat::json;
  if (!arguments.name.empty()) require_platform_name(arguments.name, "--name");
  const FitPoints points = read_fit_points(arguments.selection);
  if (!arguments.leave_out.empty()) {
    const std::vector<LeftOut> rows = leave_ranks_out(points);
    if (as_json)
      std::cout << left_out_to_json(rows).dump(2) << '\n';
    else
      print_left_out(std::cout, rows);
    return kSuccess;
  }
  const model::MachineFit fit = fit_of(points);
  nlohmann::ordered_json object = fit_to_json(points, fit);
  if (!as_json) print_fit(std::cout, points, fit);
  if (!arguments.name.empty()) {
    const auto platform = fitted_platform(arguments.name, points, fit, arguments.like);
    const std::string file = write_platform(platform, arguments.output).string();
    object["platform"] = file;
    if (!as_json) std::cout << file << '\n';
  }
  if (as_json) std::cout << object.dump(2) << '\n';
  return kSuccess;
}

}  // namespace sparlab::cli
