#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "model/algorithms/algorithm.hpp"
#include "model/parameters/scheduled.hpp"

/// Files of schedules: {"ranks": 2, "parts": 1, "rounds": [[{"from": 0, "to": 1, "sums": [{"part":
/// 0, "inputs": [0]}]}, ...], ...]}. docs/optimal.md describes them.
namespace sparlab::experiments {

nlohmann::json schedule_to_json(const model::SumSchedule& schedule);
/// The same as the text of a file, with a line for each message.
std::string schedule_text(const model::SumSchedule& schedule);

/// Errors  ConfigError with the place, such as "round 3, message 2": not of this form, or beyond
///         the limits of SumSchedule. model::SchedulePlan checks that it is an allreduce.
model::SumSchedule schedule_from_json(const nlohmann::json& document, const std::string& file);

/// Reads the file that a spec of `scheduled` names, so that the spec can be parsed. Returns the
/// spec with "NAME#HASH" for the path; other specs unchanged. A relative path is looked up as a
/// data file of `source`, the experiment file or "command line".
/// Errors  ConfigError: no such file, no schedule, no allreduce, or another hash than the spec has.
std::string with_known_schedule(const std::string& spec, const std::string& source);

/// The schedule of an algorithm, if it is known; otherwise null.
const model::NamedSchedule* schedule_of(const model::Algorithm& algorithm);

}  // namespace sparlab::experiments
