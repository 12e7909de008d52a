#include "experiments/run/sweep/time_limit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/spec/plan/run_cost.hpp"

namespace sparlab::experiments::run {
namespace {

double generous_s(const Point& point) {
  constexpr double kLeast = 60;
  constexpr double kFactor = 20;
  return std::max(kLeast, kFactor * predict_run_cost(point).wall_s);
}

}  // namespace

double time_limit_s(const Point& point, std::optional<double> chosen_s,
                    double ranks_per_processor) {
  if (chosen_s) return *chosen_s;
  if (!measures(point.engine)) return generous_s(point);
  Point least = point;  // what runs whatever the budget
  least.repetitions.budget_s = 0;
  return point.repetitions.budget_s + std::max(1.0, ranks_per_processor) * generous_s(least);
}

double start_limit_s(const machines::MpiLaunch& launch, std::optional<double> chosen_s) {
  constexpr double kLaunch = 60;
  constexpr double kRank = 1;
  const double expected_s =
      kLaunch + (launch.oversubscribed ? kRank * static_cast<double>(launch.ranks) : 0);
  return std::min(expected_s, chosen_s.value_or(expected_s));
}

double patience_s(double budget_s, std::optional<double> chosen_s) {
  constexpr double kBudgets = 6;
  constexpr double kMost = 30;
  const double enough_s = std::min(kMost, kBudgets * budget_s);
  if (!chosen_s) return enough_s;
  return std::clamp((*chosen_s - budget_s) / 2, 0.0, enough_s);
}

std::string describe_time_limit(double limit_s) {
  return fmt::format("stopped after its time limit of {:g} s; --point-timeout SECONDS sets another",
                     limit_s);
}

}  // namespace sparlab::experiments::run
