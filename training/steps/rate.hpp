#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace sparlab::training {

enum class Schedule : std::uint8_t { constant, inverse_sqrt, inverse };
inline constexpr std::array<std::string_view, 3> kScheduleNames = {"constant", "inverse_sqrt",
                                                                   "inverse"};

/// The learning rate of local step t = 1, 2, ...: rate, rate / sqrt(t) or rate / t.
struct Rate {
  double rate = 0;  ///< 0: of the method and the data, see Training
  Schedule schedule = Schedule::constant;

  double at(std::uint64_t t) const {
    const auto step = static_cast<double>(t);
    if (schedule == Schedule::constant) return rate;
    return rate / (schedule == Schedule::inverse ? step : std::sqrt(step));
  }
  bool operator==(const Rate&) const = default;
};

}  // namespace sparlab::training
