#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "analysis/fits/fitted_platform.hpp"
#include "analysis/fits/leave_out.hpp"
#include "base/errors/errors.hpp"
#include "base/json/value_json.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/quantity.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "platforms/files/write_platform.hpp"

namespace sparlab::cli {
namespace {

/// Messages that are free are not: a cost of 0 says that the times do not determine it.
void require_costs(const model::MachineFit& fit) {
  if (!(fit.segments.front().alpha_s > 0))
    throw base::ConfigError("command line", "RESULTS", "times that bytes alone explain: alpha is 0",
                            "times of smaller N");
  for (const model::Segment& segment : fit.segments)
    if (!(segment.beta_s_per_byte > 0))
      throw base::ConfigError(
          "command line", "RESULTS",
          fmt::format("times that messages of {:.0f} B or more explain without their "
                      "bytes: beta is 0",
                      segment.from_bytes),
          "--port, which bounds beta, or times of more N");
}

model::MachineFit fit_of(const analysis::FitPoints& points) {
  try {
    model::MachineFit fit = analysis::fit_points(points);
    require_costs(fit);
    return fit;
  } catch (const std::invalid_argument& error) {
    throw base::ConfigError("command line", "RESULTS", error.what(),
                            "more times, or a wider selection");
  }
}

double bandwidth_of(const std::string& text) {
  const auto parsed = base::parse_quantity(text, base::Dimension::bandwidth);
  // Zero would make every message infinitely long.
  if (!parsed || !(parsed->in_base_units > 0))
    throw base::ConfigError(
        "command line", "--port", fmt::format("\"{}\"", text),
        fmt::format("a number above 0 and {}", base::accepted_units(base::Dimension::bandwidth)));
  return parsed->in_base_units;
}

}  // namespace

int platform_fit_command(const PlatformFitArguments& arguments) {
  const bool as_json = arguments.format == OutputFormat::json;
  if (!arguments.name.empty()) {
    platforms::new_platform_file(arguments.name, "--name", arguments.output);
    base::find_platform_file(arguments.like, "command line", "--like");
  }
  analysis::FitSelection selection = arguments.selection;
  if (!arguments.port.empty()) selection.port_s_per_byte = 1 / bandwidth_of(arguments.port);
  const analysis::FitPoints points = analysis::read_fit_points(selection);
  if (!arguments.leave_out.empty()) {
    const std::vector<analysis::LeftOut> rows = analysis::leave_ranks_out(points);
    if (as_json)
      std::cout << base::json_text(base::rows_of(rows, analysis::left_out_fields)) << '\n';
    else
      analysis::print_left_out(std::cout, rows);
    return kSuccess;
  }
  const model::MachineFit fit = fit_of(points);
  std::optional<std::string> platform;
  if (!arguments.name.empty())
    platform = platforms::write_platform(
                   analysis::fitted_platform(arguments.name, points, fit, arguments.like),
                   arguments.output)
                   .string();
  if (as_json) {
    std::cout << base::json_text(base::Fields{analysis::fit_fields(points, fit),
                                              base::if_known("platform", platform)})
              << '\n';
    return kSuccess;
  }
  analysis::print_fit(std::cout, points, fit);
  if (platform) std::cout << *platform << '\n';
  return kSuccess;
}

}  // namespace sparlab::cli
