#include "analysis/fits/pair_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "analysis/fits/predicted_times.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/text_table.hpp"
#include "model/base/order_statistics.hpp"
#include "platforms/files/copied_topology.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/sections/copied_number.hpp"
#include "platforms/sections/noise_json.hpp"

namespace sparlab::analysis {
namespace {

using nlohmann::ordered_json;

std::string interval_text(const model::Repeated& number, double scale, const char* unit) {
  return fmt::format("95 % interval over the runs {:.3g} to {:.3g} {}", number.lo * scale,
                     number.hi * scale, unit);
}

class PairPlatformWriter {
 public:
  PairPlatformWriter(const PairPlatformNames& names, const PairTimes& times, const PairFit& fit)
      : names_(names),
        fit_(fit),
        first_(fit.one_way.segments.front()),
        last_(fit.one_way.segments.back()),
        source_("fitted by sparlab platform fit-messages to " + times.description) {
    const auto file = base::find_platform_file(names.like, "command line", "--like");
    like_content_ = base::read_json_file(file);
    like_name_ = platforms::platform_from_json(like_content_, file).name;
    if (!names.topology.empty()) copied_ = platforms::copied_topology(names.topology, names.name);
  }

  ordered_json write() const {
    const double alpha_us = first_.alpha_s.value * 1e6;
    const double beta_ns = last_.beta_s_per_byte.value * 1e9;
    const std::string of_alpha = interval_text(first_.alpha_s, 1e6, "us");
    const std::string of_beta = interval_text(last_.beta_s_per_byte, 1e9, "ns/B");
    ordered_json platform;
    platform["name"] = names_.name;
    platform["title"] = fmt::format(
        "{}, fitted to messages between two ranks; local work of {}",
        copied_ ? "network of " + copied_->of : fmt::format("{} hosts on one switch", names_.hosts),
        like_name_);
    add_network(platform);
    platform["links"]["node"] = {
        {"bandwidth",
         platforms::stated_number(1e3 / beta_ns, "MB/s",
                                  "derived: 1 / beta of the largest messages", of_beta)},
        {"latency",
         platforms::stated_number(alpha_us / 2, "us",
                                  "derived: half of alpha of the smallest messages", of_alpha)}};
    platform["overhead"] = overhead(of_alpha, of_beta);
    for (const char* key : {"merge", "scatter", "dense_sum", "copy", "select"})
      platform["gamma"][key] =
          platforms::copied_number(like_content_.at("gamma").at(key), like_name_);
    platforms::copy_kernels(like_content_, like_name_,
                            {"merge", "scatter", "dense_sum", "copy", "select"}, platform);
    platform["transport"] = transport();
    platform["loggp"] = {
        {"latency", platforms::stated_number(alpha_us, "us",
                                             "derived: alpha of the smallest messages", of_alpha)},
        {"gap", platforms::stated_number(0, "us", "not measured", "up to alpha")},
        {"gap_per_byte", platforms::stated_number(
                             beta_ns, "ns/B", "derived: beta of the largest messages", of_beta)}};
    if (fit_.noise) platform["noise"]["message"] = message_noise(*fit_.noise);
    platform["network_model"] = {
        {"settings",
         {{"network/model", "CM02"}, {"network/crosstraffic", "0"}, {"network/TCP-gamma", "0"}}},
        {"source", "a message of L bytes takes exactly latency + L/bandwidth"}};
    return platform;
  }

 private:
  /// Topology, and all links but those of hosts.
  void add_network(ordered_json& platform) const {
    if (copied_) {
      platform["topology"] = copied_->topology;
      platform["links"] = copied_->links;
      return;
    }
    platform["topology"] = {{"kind", "star"},
                            {"hosts", names_.hosts},
                            {"source", "given on the command line; one switch is assumed"},
                            {"uncertainty",
                             "messages of many pairs at once were not measured: what they share "
                             "in the network is not described"}};
  }

  ordered_json overhead(const std::string& of_alpha, const std::string& of_beta) const {
    ordered_json section = {
        {"per_message", platforms::stated_number(
                            0, "us", "part of alpha: round trips do not separate them", of_alpha)},
        {"per_byte", platforms::stated_number(0, "ns/B", "part of beta", of_beta)}};
    if (fit_.one_way.segments.size() == 1) return section;
    // One change of protocol is all that this section can say; alpha does not fall with it.
    const double more_s = std::max(0.0, last_.alpha_s.value - first_.alpha_s.value);
    section["rendezvous_from"] =
        platforms::stated_number(last_.from_bytes, "B", source_, "between two measured sizes");
    section["rendezvous_per_message"] = platforms::stated_number(
        more_s / 2 * 1e6, "us",
        "derived: half of what alpha of the largest messages exceeds that of the smallest",
        interval_text(last_.alpha_s, 1e6, "us of alpha"));
    return section;
  }

  ordered_json transport() const {
    ordered_json section;
    for (const model::FittedSegment& segment : fit_.one_way.segments)
      section["segments"].push_back(
          {{"from", platforms::stated_number(segment.from_bytes, "B", source_,
                                             "between two measured sizes")},
           {"alpha", platforms::stated_number(segment.alpha_s.value * 1e6, "us", source_,
                                              interval_text(segment.alpha_s, 1e6, "us"))},
           {"beta",
            platforms::stated_number(segment.beta_s_per_byte.value * 1e9, "ns/B", source_,
                                     interval_text(segment.beta_s_per_byte, 1e9, "ns/B"))}});
    ordered_json points = ordered_json::array();
    for (const ExchangeFactor& point : fit_.exchange)
      points.push_back({{"bytes", point.bytes}, {"factor", point.factor}});
    section["patterns"].push_back(
        {{"pattern", "exchange"},
         {"ranks", 2},
         {"points", points},
         {"source", source_},
         {"uncertainty", "median of the runs; where an exchange was faster than one way, 1"}});
    return section;
  }

  ordered_json message_noise(const MessageNoise& noise) const {
    const double scale = noise.relative ? 1 : 1e6;
    const char* const unit = noise.relative ? "times" : "us";
    const auto delay = [&](const char* quantile, const model::Repeated& over_sizes) {
      return platforms::stated_number(
          over_sizes.value * scale, unit, source_,
          fmt::format("{} of half round trips over their p10: the median over the sizes, "
                      "of which eight of ten have {:.3g} to {:.3g} {}",
                      quantile, over_sizes.lo * scale, over_sizes.hi * scale, unit));
    };
    return {{"drawn", "run"},
            {"distribution", "lognormal"},
            {"median", delay("the median", noise.median)},
            {"p90", delay("the p90", noise.p90)}};
  }

  const PairPlatformNames& names_;
  const PairFit& fit_;
  const model::FittedSegment& first_;
  const model::FittedSegment& last_;
  std::string source_;
  nlohmann::json like_content_;
  std::string like_name_;
  std::optional<platforms::CopiedTopology> copied_;
};

/// A message takes no longer than an exchange of the same size: where half a round trip does, it is
/// because a rank has to turn from receiving to sending.
std::vector<model::Timings> one_way_timings(const PairTimes& times) {
  std::vector<model::Timings> one_way = times.one_way;
  for (model::Timings& size : one_way) {
    const auto exchange = std::ranges::find(times.exchange, size.bytes, &model::Timings::bytes);
    if (exchange != times.exchange.end() &&
        model::median(exchange->seconds) < model::median(size.seconds))
      size.seconds = exchange->seconds;
  }
  return one_way;
}

base::Fields fitted_segment_fields(const model::FittedSegment& segment) {
  return segment_fields(segment.from_bytes, segment.alpha_s.value, segment.beta_s_per_byte.value);
}

base::Fields noise_fields(const MessageNoise& noise) {
  return {{"relative", noise.relative},
          {"median", noise.median.value},
          {"p90", noise.p90.value},
          {"relative_error", noise.relative_error}};
}

base::Fields exchange_fields(const ExchangeFactor& point) {
  return {{"bytes", "bytes", base::number_as(point.bytes, fmt::format("{:.0f}", point.bytes))},
          {"factor", "exchange / one way",
           base::number_as(point.factor, fmt::format("{:.2f}", point.factor))}};
}

}  // namespace

PairFit fit_pair(const PairTimes& times) {
  PairFit fit{
      model::fit_segments(one_way_timings(times)), {}, fit_message_noise(times.repetitions)};
  for (const model::Timings& size : times.exchange) {
    const double factor = model::median(size.seconds) / fit.one_way.seconds(size.bytes);
    fit.exchange.push_back({size.bytes, std::max(1.0, factor)});
  }
  return fit;
}

ordered_json pair_platform(const PairPlatformNames& names, const PairTimes& times,
                           const PairFit& fit) {
  ordered_json platform = PairPlatformWriter(names, times, fit).write();
  // The program never writes a file that it would refuse to read.
  platforms::platform_from_json(nlohmann::json::parse(platform.dump()), names.name + ".json");
  return platform;
}

base::Fields pair_fit_fields(const PairTimes& times, const PairFit& fit) {
  return {{"description", times.description},
          {"segments", base::rows_of(fit.one_way.segments, fitted_segment_fields)},
          {"relative_residual", fit.one_way.relative_residual},
          {"exchange", base::rows_of(fit.exchange, exchange_fields)},
          {"noise", fit.noise ? base::Value(noise_fields(*fit.noise)) : base::Value()}};
}

void print_pair_fit(std::ostream& stream, const PairTimes& times, const PairFit& fit) {
  base::print_wrapped(stream, times.description, 0, 110);
  base::print_table(stream, base::rows_of(fit.one_way.segments, fitted_segment_fields));
  stream << fmt::format("sizes are met within {:.1f} % (root mean square)\n",
                        100 * fit.one_way.relative_residual);
  base::print_table(stream, base::rows_of(fit.exchange, exchange_fields));
  if (!fit.noise) return;
  stream << platforms::describe(fit.noise->noise())
         << fmt::format("; medians and p90s are met within {:.1f} % (mean)\n",
                        100 * fit.noise->relative_error);
}

}  // namespace sparlab::analysis
