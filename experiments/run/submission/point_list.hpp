#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/spec/plan/plan.hpp"

namespace sparlab::experiments::run {

/// A line for each point: its id, then a description for readers.
std::string point_list_text(const std::vector<const PlannedPoint*>& points);

/// The ids of a list of points: the first word of each line that is not empty and does not begin
/// with
/// '#'.
/// Errors  ConfigError: the file cannot be read, or a line does not begin with an id.
std::vector<std::string> read_point_list(const std::filesystem::path& file);

/// Removes all other points from the plan.
/// Errors  ConfigError: the list has a point that the plan does not have; as read_point_list.
void keep_listed_points(Plan& plan, const std::filesystem::path& file);

}  // namespace sparlab::experiments::run
