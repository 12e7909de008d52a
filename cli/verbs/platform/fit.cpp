#include <stdexcept>

#include "analysis/fits/fitted_platform.hpp"
#include "analysis/fits/leave_out.hpp"
#include "base/text/quantity.hpp"
#include "cli/verb.hpp"
#include "platforms/files/write_platform.hpp"

namespace sparlab::cli {
namespace {

/// A fitted cost of 0 means that the measured times do not determine it, not that it is free.
void require_costs(const model::MachineFit& fit) {
  if (!(fit.machine.alpha_s > 0))
    throw base::ConfigError("command line", "RESULTS", "times that bytes alone explain: alpha is 0",
                            "times of smaller N");
  if (!(fit.machine.least_beta() > 0))
    throw base::ConfigError("command line", "RESULTS",
                            "times that some messages explain without their bytes: beta is 0",
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

std::vector<const analysis::FittedPoint*> all_of(const analysis::FitPoints& points) {
  std::vector<const analysis::FittedPoint*> all;
  for (const analysis::FittedPoint& point : points.points) all.push_back(&point);
  return all;
}

/// How well numbers of ranks are predicted that the fit has not seen; nullopt if there is one
/// number only, or too few times beside one of them.
std::optional<analysis::PredictionSummary> left_out_of(const analysis::FitPoints& points,
                                                       const std::string& like) {
  try {
    return analysis::leave_ranks_out(points, like, experiments::Engine::model).back().prediction;
  } catch (const base::ConfigError&) {
    return std::nullopt;
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

Run add_platform_fit(Options& options) {
  auto& selection = options.keep<analysis::FitSelection>();
  options.set(selection.results, "results RESULTS...", "Output folders with measured times");
  const auto& name = options.add<std::string>("--name", "The name of the new platform");
  options.set(selection.machine, "--machine NAME", "The platform of the records, if of several");
  options.set(selection.variants, "--variant VARIANT",
              "A variant of the records, or its first word, such as ompi; repeatable",
              {repeatable()});
  options.set(selection.algorithms, "-a,--algorithms NAME,...",
              "Only these algorithms, as dense_ring or dense_ring(code=ompi)", {comma_separated()});
  options.set(selection.ranks, "--ranks P,...", "Only these numbers of ranks", {comma_separated()});
  const auto& port = options.add<std::string>(
      "--port QUANTITY",
      "The bandwidth of a host's port, as in 200Gb/s: no message is fitted faster");
  const auto& like = add_like(options, "gige-8", "merges, scatters and selection are");
  options.set(selection.topology, "--topology NAME",
              "A platform whose topology and links the new one has; default: no links");
  const auto& output = add_new_platform(options, {needs("--name")});
  const auto& leave_out = options.add<std::string>(
      "--leave-out WHAT",
      "ranks: predict each number of ranks by a fit of the others; writes no platform",
      {one_of({"ranks"}), excludes("--name"), excludes("--output")});
  auto& engine = options.keep<experiments::Engine>();
  options.choose(engine, "--engine", "Which engine runs the fitted platform to predict times",
                 {{"model", experiments::Engine::model}, {"loggp", experiments::Engine::loggp}});
  const auto& format = add_format(options);
  return [&] {
    const bool as_json = format == OutputFormat::json;
    if (!name.empty()) require_new_platform(name, like, output);
    if (!port.empty()) selection.port_s_per_byte = 1 / bandwidth_of(port);
    const analysis::FitPoints points = analysis::read_fit_points(selection);
    if (!leave_out.empty()) {
      const std::vector<analysis::LeftOut> rows = analysis::leave_ranks_out(points, like, engine);
      if (as_json)
        print_json(base::rows_of(rows, analysis::left_out_fields));
      else
        analysis::print_left_out(std::cout, rows);
      return kSuccess;
    }
    const model::MachineFit fit = fit_of(points);
    nlohmann::ordered_json platform = analysis::fitted_platform(
        name.empty() ? "fitted" : name, points, fit, fit.median_crossing_s(), like);
    const auto summary_by = [&](experiments::Engine by) {
      return analysis::summary_of(
          analysis::predict_times(nlohmann::json::parse(platform.dump()), all_of(points), by));
    };
    const analysis::PredictionSummary predicted = summary_by(engine);
    std::optional<std::string> file;
    if (!name.empty()) {
      analysis::add_residual(platform, summary_by(experiments::Engine::model),
                             left_out_of(points, like));
      file = platforms::write_platform(platform, output).string();
    }
    if (as_json) {
      print_json(base::Fields{analysis::fit_fields(points, fit, engine, predicted),
                              base::if_known("platform", file)});
    } else {
      analysis::print_fit(std::cout, points, fit, engine, predicted);
      if (file) std::cout << *file << '\n';
    }
    return kSuccess;
  };
}

}  // namespace sparlab::cli
