#include "cli/plan_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/system/page_time.hpp"
#include "base/text/text_table.hpp"
#include "cli/verb.hpp"
#include "experiments/spec/plan/run_cost.hpp"
#include "experiments/spec/points/engine.hpp"
#include "inputs/sources/extrapolation.hpp"

namespace sparlab::cli {
namespace {

/// A prediction is accurate to at most two digits; large numbers are still written in full.
std::string two_digits(double value) {
  return value < 100 ? fmt::format("{:.2g}", value) : fmt::format("{:.0f}", value);
}

void print_plan_as_json(const experiments::Plan& plan) {
  nlohmann::json object = experiments::plan_to_json(plan);
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const experiments::RunCost cost =
        experiments::predict_run_cost(plan.points[i].point, base::page_s());
    object["points"][i]["predicted_wall_s"] = cost.wall_s;
    object["points"][i]["predicted_memory_bytes"] = cost.memory_bytes;
  }
  print_json(object);
}

}  // namespace

void print_plan(const experiments::Plan& plan, OutputFormat format) {
  if (format == OutputFormat::json) return print_plan_as_json(plan);
  std::vector<std::vector<std::string>> rows = {
      {"id", "sweep", "engine", "algorithm", "P", "N", "nnz", "density", "run_s", "memory_MB"}};
  double total_s = 0;
  double most_bytes = 0;
  for (const experiments::PlannedPoint& planned : plan.points) {
    const experiments::Point& point = planned.point;
    const experiments::RunCost cost = experiments::predict_run_cost(point, base::page_s());
    total_s += cost.wall_s;
    most_bytes = std::max(most_bytes, cost.memory_bytes);
    rows.push_back({planned.id.substr(0, 8), point.sweep, std::string(name_of(point.engine)),
                    point.algorithm.spec(), std::to_string(point.ranks),
                    std::to_string(point.universe), std::to_string(point.nnz),
                    fmt::format("{:.3g}", point.density), two_digits(cost.wall_s),
                    two_digits(cost.memory_bytes / 1e6)});
  }
  base::print_columns(std::cout, rows, {.right = {4, 5, 6, 7, 8, 9}});
  std::map<std::uint64_t, std::uint64_t> extrapolated;
  for (const experiments::PlannedPoint& planned : plan.points)
    if (planned.extrapolated_from > 0)
      extrapolated[planned.point.ranks] = planned.extrapolated_from;
  for (const auto& [ranks, recorded] : extrapolated)
    std::cout << inputs::extrapolation_text(fmt::format("P = {}", ranks), recorded) << '\n';
  std::cout << fmt::format("{} points, predicted {} s on one processor, {} MB for the largest\n",
                           plan.points.size(), two_digits(total_s), two_digits(most_bytes / 1e6));
}

}  // namespace sparlab::cli
