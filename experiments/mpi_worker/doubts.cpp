#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string_view>

#include "experiments/mpi_worker/calibration.hpp"

namespace sparlab::experiments::mpi {
namespace {

/// With less than this share of a processor, other programs were running.
constexpr double kLeastShare = 0.9;
constexpr double kMostRelativeHalfWidth = 0.25;

struct Named {
  std::string_view name;
  model::Repeated measured;
  bool is_vital = true;
};

std::array<Named, 8> all_of(const Calibration& calibration) {
  return {{{"latency", calibration.alpha_s},
           {"rendezvous latency", calibration.rendezvous_alpha_s, false},
           {"time per byte", calibration.beta_s_per_byte},
           {"merge", calibration.merge},
           {"scatter", calibration.scatter},
           {"dense_sum", calibration.dense_sum},
           {"copy", calibration.copy},
           {"select", calibration.select}}};
}

std::string interval(const model::Repeated& measured) {
  return fmt::format("95 % interval {:.3g} to {:.3g} s", measured.lo, measured.hi);
}

}  // namespace

std::map<std::string, std::string> doubts(const Calibration& calibration) {
  std::map<std::string, std::string> found;
  if (calibration.processor_share < kLeastShare) {
    found["load"] = fmt::format("other programs ran: a rank had {:.0f} % of a processor",
                                100 * calibration.processor_share);
  }
  for (const auto& [name, measured, is_vital] : all_of(calibration)) {
    if (!(measured.lo > 0)) {
      found[std::string(name)] = "not distinguishable from zero: " + interval(measured);
    } else if (measured.relative_half_width() > kMostRelativeHalfWidth) {
      found[std::string(name)] = fmt::format(
          "known to {:.0f} % only: {}", 100 * measured.relative_half_width(), interval(measured));
    }
  }
  return found;
}

void require_usable(const Calibration& calibration) {
  for (const auto& [name, measured, is_vital] : all_of(calibration)) {
    if (!is_vital || measured.lo > 0) continue;
    throw std::invalid_argument(fmt::format(
        "the {} cannot be distinguished from zero ({}): the machine is too busy, a rank had "
        "{:.0f} % of a processor",
        name, interval(measured), 100 * calibration.processor_share));
  }
}

}  // namespace sparlab::experiments::mpi
