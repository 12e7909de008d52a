#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/schedules/schedule_plan.hpp"

namespace sparlab::model {

/// A schedule as settings name it. A spec is a short text, so the schedules that specs name are in
/// a list of the process, which only grows. "NAME#HASH" stands for one schedule in all processes:
/// the name of its file, and the hash of its content.
struct NamedSchedule {
  std::string name;
  std::shared_ptr<const SchedulePlan> plan;  ///< null if it is not in the list
  friend bool operator==(const NamedSchedule&, const NamedSchedule&) = default;
};

/// Adds a schedule to the list. Of equal names, the first one stays.
void add_known_schedule(const std::string& name, std::shared_ptr<const SchedulePlan> plan);

/// Safe to call from several threads, as add_known_schedule is.
NamedSchedule schedule_named(std::string_view name);

}  // namespace sparlab::model
