#include "model/parameters/scheduled.hpp"

#include <fmt/format.h>

namespace sparlab::model {

bool read_value(std::string_view text, NamedSchedule& value) {
  value = schedule_named(text);
  return true;
}

std::string write_value(const NamedSchedule& value) { return value.name; }

Rule<NamedSchedule> schedule_file() {
  return {"a file of a schedule", [](const NamedSchedule&) { return true; }};
}

void ScheduledParameters::check(const Shape& shape) const {
  if (file.plan == nullptr)
    throw ParameterError(
        "file", file.name.empty() ? "missing" : file.name,
        "a file of a schedule that sparlab has read, as scheduled(file=best.json)");
  if (file.plan->schedule().ranks != shape.ranks)
    throw ParameterError("file", file.name,
                         fmt::format("a schedule of P = {} ranks; this one has {}", shape.ranks,
                                     file.plan->schedule().ranks));
  if (rounding == ScheduleRounding::equal && ranks_round_apart())
    throw ParameterError("rounding", fmt::format("equal ({})", file.plan->unequal_sums()),
                         "free, or schedules in which all ranks add in one order");
}

bool ScheduledParameters::ranks_round_apart() const {
  return file.plan != nullptr && !file.plan->unequal_sums().empty();
}

}  // namespace sparlab::model
