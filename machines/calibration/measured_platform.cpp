#include "machines/calibration/measured_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/system/environment.hpp"
#include "machines/calibration/doubts.hpp"
#include "platforms/sections/noise_json.hpp"

namespace sparlab::machines::calibration {
namespace {

using nlohmann::json;

/// The file must admit more ranks than there are processors; these then share the processors.
constexpr int kHosts = 64;

std::string interval(const model::Repeated& measured) {
  return fmt::format("95 % interval {:.3g} to {:.3g} s", measured.lo, measured.hi);
}

std::string intervals(double widest) {
  return fmt::format("95 % intervals of at most {:.2g} % on either side", 100 * widest);
}

json number(double value, const char* unit, const std::string& source,
            const std::string& uncertainty) {
  return {{"value", value}, {"unit", unit}, {"source", source}, {"uncertainty", uncertainty}};
}

std::string machine() {
  const auto environment = base::describe_environment();
  return fmt::format("{}, {} cores, host {}", environment.at("cpu"), base::physical_cores(),
                     environment.at("host"));
}

std::string source() {
  return fmt::format("measured by sparlab calibrate on {}, {}", machine(), base::utc_timestamp());
}

class WorkWriter {
 public:
  explicit WorkWriter(std::string source) : source_(std::move(source)) {}

  json gammas(const KernelCosts& kernels) const {
    constexpr const char* kUnits[] = {"ns/entry", "ns/entry", "ns/element", "ns/B", "ns/entry"};
    json section;
    for (std::size_t kernel = 0; kernel < model::kKernelNames.size(); ++kernel)
      section[std::string(model::kKernelNames[kernel])] =
          gamma(kernels.unit_cost(static_cast<model::KernelKind>(kernel)), kUnits[kernel]);
    return section;
  }

  json operations(const KernelCosts& kernels) const {
    json list = json::array();
    for (std::size_t kernel = 0; kernel < kernels.operations.size(); ++kernel)
      list.push_back(operations(kernel, kernels));
    return list;
  }

 private:
  json gamma(const model::Repeated& cost, const char* unit) const {
    return number(cost.value * 1e9, unit, source_, interval(cost));
  }

  /// The time of a larger operation is at least that of a smaller one.
  json operations(std::size_t kernel, const KernelCosts& kernels) const {
    json points = json::array();
    double widest = 0;
    double least_ns = 0;
    for (const OperationTime& operation : kernels.operations[kernel]) {
      least_ns = std::max(least_ns, operation.seconds.value * 1e9);
      points.push_back({{"units", operation.units}, {"ns", least_ns}});
      widest = std::max(widest, operation.seconds.relative_half_width());
    }
    return {{"kernel", model::kKernelNames[kernel]},
            {"points", points},
            {"source", fmt::format("{}, {} at once", source_,
                                   kernels.ranks == 1 ? "one rank"
                                                      : std::to_string(kernels.ranks) + " ranks")},
            {"uncertainty", intervals(widest)}};
  }

  std::string source_;
};

/// What the engines with L, o, g and G use: the least alpha that is distinguishable from zero as
/// latency, the time per byte of the largest messages, and at most one change of protocol. What the
/// alpha of the smallest messages has beyond the latency is overhead. Longer messages have a
/// handshake only if their alpha is larger.
struct TwoProtocols {
  model::Repeated latency_s;
  model::Repeated alpha_s;
  model::Repeated beta_s_per_byte;
  std::optional<double> rendezvous_bytes;
  model::Repeated rendezvous_alpha_s;

  explicit TwoProtocols(const model::SegmentFit& fit)
      : latency_s(fit.segments.front().alpha_s),
        alpha_s(fit.segments.front().alpha_s),
        beta_s_per_byte(fit.segments.back().beta_s_per_byte) {
    for (const model::FittedSegment& segment : fit.segments)
      if (segment.alpha_s.lo > 0 && segment.alpha_s.value < latency_s.value)
        latency_s = segment.alpha_s;
    rendezvous_alpha_s = fit.segments.back().alpha_s;
    if (rendezvous_alpha_s.value > alpha_s.value) rendezvous_bytes = fit.segments.back().from_bytes;
  }
  double overhead_s(const model::Repeated& of_messages) const {
    return (of_messages.value - latency_s.value) / 2;
  }
};

constexpr const char* kNotSeparate = "not measured separately from the latency";

class PlatformWriter {
 public:
  explicit PlatformWriter(const Calibration& calibration)
      : calibration_(calibration), two_(calibration.one_way), source_(source()) {}

  json write(const PlatformNames& names) const {
    const std::string of_alpha = interval(two_.alpha_s);
    const std::string of_latency = interval(two_.latency_s);
    const std::string of_beta = interval(two_.beta_s_per_byte);
    const double latency_us = two_.latency_s.value * 1e6;
    const double overhead_us = two_.overhead_s(two_.alpha_s) * 1e6;
    const double beta_ns = two_.beta_s_per_byte.value * 1e9;
    json platform = {
        {"name", names.name},
        {"title", fmt::format("{}: {}", names.ranks, machine())},
        {"topology",
         {{"kind", "star"},
          {"hosts", kHosts},
          {"source", "assumed: every rank has its own way to all others"},
          {"uncertainty",
           "ranks of one host share its memory, its network card and, beyond the "
           "cores, its processors"}}},
        {"links",
         {{"node",
           {{"bandwidth", number(1e3 / beta_ns, "MB/s", source_, of_beta)},
            {"latency", number(latency_us / 2, "us", source_, of_latency)}}}}},
        {"overhead",
         {{"per_message",
           number(overhead_us, "us", overhead_us > 0 ? source_ : kNotSeparate, of_alpha)},
          {"per_byte", number(0, "ns/B", "not measured separately from the bandwidth", of_beta)}}},
        {"gamma", WorkWriter(source_).gammas(calibration_.kernels)},
        {"kernels", WorkWriter(source_).operations(calibration_.kernels)},
        {"transport", transport()},
        {"loggp",
         {{"latency", number(latency_us, "us", source_, of_latency)},
          {"gap", number(0, "us", "not measured", "up to the latency")},
          {"gap_per_byte", number(beta_ns, "ns/B", source_, of_beta)}}},
        {"network_model",
         {{"settings",
           {{"network/model", "CM02"}, {"network/crosstraffic", "0"}, {"network/TCP-gamma", "0"}}},
          {"source", "a message of L bytes takes exactly latency + L/bandwidth"}}}};
    add_rendezvous(platform);
    if (names.network)
      platform["transport"]["receiving"] = {
          {"value", "shared"},
          {"source", "connections of TCP to one host share its port, packet by packet"},
          {"uncertainty", "assumed, not measured"}};
    if (calibration_.processors)
      platform["processors"]["round_trip"] =
          number(calibration_.processors->round_trip_s * 1e9, "ns", source_,
                 "up to twice as long between processors below one cache");
    if (calibration_.run_spread)
      platform["noise"] = platforms::noise_section(*calibration_.run_spread, source_);
    if (const auto found = doubts(calibration_); !found.empty()) platform["doubts"] = found;
    return platform;
  }

 private:
  json transport() const {
    json section = {{"segments", json::array()}, {"patterns", json::array()}};
    for (const model::FittedSegment& segment : calibration_.one_way.segments)
      section["segments"].push_back(
          {{"from", number(segment.from_bytes, "B", source_, "between two measured sizes")},
           {"alpha", number(segment.alpha_s.value * 1e6, "us", source_, interval(segment.alpha_s))},
           {"beta", number(segment.beta_s_per_byte.value * 1e9, "ns/B", source_,
                           interval(segment.beta_s_per_byte))}});
    for (const Slowdown& slowdown : calibration_.slowdowns) {
      if (slowdown.benchmark == Benchmark::ping_pong)
        section["patterns"].push_back(pattern_of(slowdown, "tree"));
      // With two ranks all patterns are the same.
      const bool stands_for_all = slowdown.ranks == 2 && slowdown.benchmark == Benchmark::exchange;
      for (const Benchmark pattern : {Benchmark::exchange, Benchmark::ring, Benchmark::all_to_all})
        if (pattern == slowdown.benchmark || stands_for_all)
          section["patterns"].push_back(pattern_of(slowdown, name_of(pattern)));
    }
    add_start(section);
    return section;
  }

  /// None if no number of ranks has a skew that can be told from zero.
  void add_start(json& section) const {
    std::map<int, model::Repeated> skews;  // the file has ascending numbers of ranks
    for (const StartSkew& skew : calibration_.skews) skews[skew.ranks] = skew.seconds;
    if (std::none_of(skews.begin(), skews.end(), [](const auto& of) { return of.second.lo > 0; }))
      return;
    for (const auto& [ranks, skew] : skews) {
      const std::string doubt = skew.lo > 0 ? "" : "; not distinguishable from zero";
      section["start"].push_back({{"ranks", ranks},
                                  {"time", number(std::max(0.0, skew.value) * 1e6, "us", source_,
                                                  interval(skew) + doubt)}});
    }
  }

  json pattern_of(const Slowdown& slowdown, std::string_view pattern) const {
    // A message of a ping-pong takes no longer than one of a train; the rest is noise.
    const double most = slowdown.benchmark == Benchmark::ping_pong ? 1 : model::kMostSlowdown;
    json points = json::array();
    double widest = 0;
    for (const SlowdownPoint& point : slowdown.points) {
      points.push_back({{"bytes", point.bytes},
                        {"factor", std::clamp(point.factor.value, model::kLeastSlowdown, most)}});
      widest = std::max(widest, point.factor.relative_half_width());
    }
    return {{"pattern", pattern},
            {"ranks", slowdown.ranks},
            {"points", points},
            {"source", source_},
            {"uncertainty", intervals(widest)}};
  }

  void add_rendezvous(json& platform) const {
    if (!two_.rendezvous_bytes) return;
    const json threshold = number(*two_.rendezvous_bytes, "B", source_,
                                  "between two measured sizes, a factor of 1.5 or 2 apart");
    platform["overhead"]["rendezvous_from"] = threshold;
    platform["overhead"]["rendezvous_per_message"] =
        number(two_.overhead_s(two_.rendezvous_alpha_s) * 1e6, "us", source_,
               interval(two_.rendezvous_alpha_s));
  }

  const Calibration& calibration_;
  TwoProtocols two_;
  std::string source_;
};

/// The name of the file and of the host may have any bytes.
std::string text_of(const json& object) {
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string platform_text(const Calibration& calibration, const PlatformNames& names) {
  return text_of(PlatformWriter(calibration).write(names));
}

std::string gamma_text(const KernelCosts& kernels) {
  const WorkWriter writer(source());
  json object = {{"gamma", writer.gammas(kernels)}, {"kernels", writer.operations(kernels)}};
  if (const auto found = doubts(kernels); !found.empty()) object["doubts"] = found;
  return text_of(object);
}

}  // namespace sparlab::machines::calibration
