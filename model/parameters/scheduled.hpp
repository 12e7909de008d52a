#pragma once

#include <string>
#include <string_view>

#include "model/parameters/fields.hpp"
#include "model/schedules/known_schedules.hpp"

namespace sparlab::model {

bool read_value(std::string_view text, NamedSchedule& value);
std::string write_value(const NamedSchedule& value);
Rule<NamedSchedule> schedule_file();

/// How ranks round that add a sum in different orders.
enum class ScheduleRounding : std::uint8_t { equal, free };

struct ScheduledParameters {
  NamedSchedule file;
  ScheduleRounding rounding = ScheduleRounding::equal;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("file", &ScheduledParameters::file, schedule_file(),
          "the rounds of the schedule, as sparlab optimal --write writes them");
    visit("rounding", &ScheduledParameters::rounding,
          Choices<ScheduleRounding>{{"equal", ScheduleRounding::equal},
                                    {"free", ScheduleRounding::free}},
          "equal: only schedules in which all ranks add in one order, so that results have the "
          "same bits; free: any");
  }
  /// Errors  ParameterError: no file, or one that was not read; a schedule of other ranks, or one
  ///         whose ranks add in different orders.
  void check(const Shape& shape) const;
  bool ranks_round_apart() const;
};

}  // namespace sparlab::model
