#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/records/store/failure_log.hpp"
#include "experiments/spec/plan/plan.hpp"

/// Points that `sparlab run` refuses unless --force is given.
namespace sparlab::cli {

/// What happens to points whose predicted time or memory exceeds what is allowed.
enum class OverBudget {
  refuse,      ///< nothing runs
  leave_out,   ///< the others run
  with_model,  ///< engine model runs them
};

/// Points that are predicted to run longer, in seconds, are above the budget.
inline constexpr double kPointBudget = 120;

/// True if the point with this id has a record.
using Stored = std::function<bool(const std::string& id)>;

/// Refuses the points without a record that exceed the budget of time or the available memory in
/// one error, or takes them out of the plan, or replaces them by points of the model. Returns those
/// that it took out. Those that it refuses are added to `refused`, unless that is null.
/// Errors  ConfigError: points that are refused.
std::vector<experiments::records::LoggedFailure> treat_costly_points(
    experiments::Plan& plan, const Stored& stored, double budget_s, OverBudget treatment,
    experiments::records::FailureLog* refused);

/// Refuses measurements with so many ranks per processor that they would block a host.
/// Errors  ConfigError.
void refuse_oversubscription(const experiments::Plan& plan, const Stored& stored);

}  // namespace sparlab::cli
