#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/mpi_worker/calibration.hpp"
#include "experiments/system/environment.hpp"

namespace sparlab::experiments::mpi {
namespace {

using nlohmann::json;

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
    const std::string bytes_of_fit = uncertainty(calibration_.beta_s_per_byte);
    const std::string of_alpha = uncertainty(calibration_.alpha_s);
    std::string of_rendezvous = uncertainty(calibration_.rendezvous_alpha_s);
    if (measured_rendezvous_s < alpha_s) {
      of_rendezvous += fmt::format("; measured {:.3g} s, less than the latency, which stands here",
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

  static std::string uncertainty(const model::Repeated& measured) {
    return fmt::format("95 % interval {:.3g} to {:.3g} s", measured.lo, measured.hi);
  }

  json gamma(const model::Repeated& cost, const char* unit) const {
    return number(cost.value * 1e9, unit, source_, uncertainty(cost));
  }

  const Calibration& calibration_;
  std::string machine_;
  std::string source_;
};

}  // namespace

std::string platform_json(const Calibration& calibration, const std::string& name) {
  return PlatformWriter(calibration).write(name).dump(2) + "\n";
}

}  // namespace sparlab::experiments::mpi
