#include "model/schedules/known_schedules.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace sparlab::model {
namespace {

struct KnownSchedules {
  std::mutex lock;
  std::map<std::string, std::shared_ptr<const SchedulePlan>, std::less<>> plans;
};

KnownSchedules& known_schedules() {
  static KnownSchedules known;
  return known;
}

}  // namespace

void add_known_schedule(const std::string& name, std::shared_ptr<const SchedulePlan> plan) {
  KnownSchedules& known = known_schedules();
  const std::scoped_lock locked(known.lock);
  known.plans.try_emplace(name, std::move(plan));
}

NamedSchedule schedule_named(std::string_view name) {
  KnownSchedules& known = known_schedules();
  const std::scoped_lock locked(known.lock);
  const auto found = known.plans.find(name);
  return {std::string(name), found == known.plans.end() ? nullptr : found->second};
}

}  // namespace sparlab::model
