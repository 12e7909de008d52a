#include "experiments/mpi_worker/calibrated_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "experiments/system/environment.hpp"

namespace sparlab::experiments::mpi {
namespace {

using nlohmann::json;

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

/// The file must admit more ranks than there are processors; these then share the processors.
constexpr int kHosts = 64;

class PlatformWriter {
 public:
  explicit PlatformWriter(const Calibration& calibration) : calibration_(calibration) {
    const auto environment = describe_environment();
    machine_ = fmt::format("{}, {} cores, host {}", environment.at("cpu"), physical_cores(),
                           environment.at("host"));
    source_ = fmt::format("measured by sparlab calibrate on {}, {}", machine_, utc_timestamp());
  }

  json write(const std::string& name) const {
    const double alpha_s = calibration_.alpha_s.value;
    const double measured_rendezvous_s = calibration_.rendezvous_alpha_s.value;
    const double rendezvous_alpha_s = std::max(alpha_s, measured_rendezvous_s);
    const double beta_s = calibration_.beta_s_per_byte.value;
    const std::string bytes_of_fit = interval(calibration_.beta_s_per_byte);
    const std::string of_alpha = interval(calibration_.alpha_s);
    std::string of_rendezvous = interval(calibration_.rendezvous_alpha_s);
    if (measured_rendezvous_s < alpha_s) {
      of_rendezvous +=
          fmt::format("; measured {:.3g} s, less than the latency, which is used instead",
                      measured_rendezvous_s);
    }
    const json threshold =
        number(calibration_.rendezvous_bytes, "B", "the usual eager limit of shared memory",
               "the MPI library decides");
    json platform = {
        {"name", name},
        {"title", fmt::format("This machine, ranks over shared memory: {}", machine_)},
        {"topology",
         {{"kind", "star"},
          {"hosts", kHosts},
          {"source", "assumed: every rank has its own way into the shared memory"},
          {"uncertainty", "ranks share the memory and, beyond the cores, the processors"}}},
        {"links",
         {{"node",
           {{"bandwidth", number(1e-6 / beta_s, "MB/s", source_, bytes_of_fit)},
            {"latency", number(alpha_s / 2 * 1e6, "us", source_, of_alpha)}}}}},
        {"overhead",
         {{"per_message", number(0, "us", "not measured separately from the latency", of_alpha)},
          {"per_byte",
           number(0, "ns/B", "not measured separately from the bandwidth", bytes_of_fit)},
          {"rendezvous_from", threshold},
          {"rendezvous_per_message",
           number((rendezvous_alpha_s - alpha_s) / 2 * 1e6, "us", source_, of_rendezvous)}}},
        {"gamma",
         {{"merge", gamma(calibration_.merge, "ns/entry")},
          {"scatter", gamma(calibration_.scatter, "ns/entry")},
          {"dense_sum", gamma(calibration_.dense_sum, "ns/element")},
          {"copy", gamma(calibration_.copy, "ns/B")},
          {"select", gamma(calibration_.select, "ns/entry")}}},
        {"hockney",
         {{"alpha", number(alpha_s * 1e6, "us", source_, of_alpha)},
          {"beta", number(beta_s * 1e9, "ns/B", source_, bytes_of_fit)},
          {"rendezvous_from", threshold},
          {"rendezvous_alpha", number(rendezvous_alpha_s * 1e6, "us", source_, of_rendezvous)}}},
        {"loggp",
         {{"latency", number(alpha_s * 1e6, "us", source_, of_alpha)},
          {"gap", number(0, "us", "not measured", "up to the latency")},
          {"gap_per_byte", number(beta_s * 1e9, "ns/B", source_, bytes_of_fit)}}},
        {"network_model",
         {{"settings",
           {{"network/model", "CM02"}, {"network/crosstraffic", "0"}, {"network/TCP-gamma", "0"}}},
          {"source", "a message of L bytes takes exactly latency + L/bandwidth"}}}};
    if (const auto found = doubts(calibration_); !found.empty()) platform["doubts"] = found;
    return platform;
  }

 private:
  static json number(double value, const char* unit, const std::string& source,
                     const std::string& uncertainty) {
    return {{"value", value}, {"unit", unit}, {"source", source}, {"uncertainty", uncertainty}};
  }

  json gamma(const model::Repeated& cost, const char* unit) const {
    return number(cost.value * 1e9, unit, source_, interval(cost));
  }

  const Calibration& calibration_;
  std::string machine_;
  std::string source_;
};

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

std::string platform_json(const Calibration& calibration, const std::string& name) {
  return PlatformWriter(calibration).write(name).dump(2) + "\n";
}

}  // namespace sparlab::experiments::mpi
