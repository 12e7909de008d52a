#include "analysis/fits/fitted_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "analysis/fits/segment_fields.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/text_table.hpp"
#include "model/base/order_statistics.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/sections/copied_number.hpp"

namespace sparlab::analysis {
namespace {

using nlohmann::ordered_json;

constexpr const char* kNotDetermined = "the least that is accepted: the times do not determine it";

bool is_least(double seconds, double least_s) { return seconds < 1.001 * least_s; }

/// A fit is made to predict other numbers of ranks than those measured.
constexpr int kHostsAdmitted = 1 << 16;

ordered_json fitted_number(double value, const char* unit, const std::string& source,
                           const std::string& uncertainty) {
  return {{"value", value}, {"unit", unit}, {"source", source}, {"uncertainty", uncertainty}};
}

std::vector<double> absolute_errors(const model::MachineFit& fit) {
  std::vector<double> errors;
  for (const double error : fit.relative_errors) errors.push_back(std::abs(error));
  return errors;
}

std::string fit_errors_text(const model::MachineFit& fit) {
  const std::vector<double> errors = absolute_errors(fit);
  return fmt::format("the fitted times are met within {:.1f} % (median), {:.1f} % (p90)",
                     100 * model::quantile(errors, 0.5), 100 * model::quantile(errors, 0.9));
}

std::string crossing_text(const model::MachineFit& fit) {
  if (fit.crossing_s.size() < 2) return "one run: other placements are not known";
  const auto most =
      std::ranges::max_element(fit.crossing_s, {}, [](const auto& run) { return run.second; });
  return fmt::format("by placement from {} less to {} more",
                     base::seconds_text(fit.median_crossing_s()),
                     base::seconds_text(most->second - fit.median_crossing_s()));
}

class FittedPlatformWriter {
 public:
  FittedPlatformWriter(const FitPoints& points, const model::MachineFit& fit,
                       const std::string& like)
      : points_(points), fit_(fit) {
    const auto file = base::find_platform_file(like, "command line", "--like");
    like_content_ = base::read_json_file(file);
    like_name_ = platforms::platform_from_json(like_content_, file).name;
    source_ = "fitted by sparlab platform fit to " + points.description;
    precision_ = fit_errors_text(fit) + "; alpha, beta, sums and copies are partly interchangeable";
  }

  ordered_json write(const std::string& name) const {
    std::uint64_t most_ranks = 0;
    for (const FittedPoint& point : points_.points)
      most_ranks = std::max(most_ranks, point.record.point.ranks);
    ordered_json platform;
    platform["name"] = name;
    platform["title"] =
        fmt::format("{}, fitted to {} measured allreduces", points_.machine, points_.points.size());
    platform["topology"] = {{"kind", "full"},
                            {"hosts", kHostsAdmitted},
                            {"source", source_},
                            {"uncertainty", fmt::format("fitted up to P = {}; the network between "
                                                        "hosts is not described",
                                                        most_ranks)}};
    platform["overhead"] = {
        {"per_message", fitted_number(0, "us", "part of alpha: collectives do not separate them",
                                      "up to half of alpha")},
        {"per_byte", fitted_number(0, "ns/B", "part of beta", "up to half of beta")}};
    platform["gamma"] = gamma();
    platforms::copy_kernels(like_content_, like_name_, {"merge", "scatter", "select"}, platform);
    platform["transport"] = transport();
    const model::Segment& first = fit_.segments.front();
    const model::Segment& last = fit_.segments.back();
    platform["loggp"] = {
        {"latency", fitted_number(alpha_s(first, true) * 1e6, "us",
                                  "derived: alpha of the smallest "
                                  "messages",
                                  precision_)},
        {"gap", fitted_number(0, "us", "not determined by collectives", "up to alpha")},
        {"gap_per_byte", fitted_number(last.beta_s_per_byte * 1e9, "ns/B",
                                       "derived: beta of the largest messages", precision_)}};
    if (fit_.large_sum_elements > 0)
      platform["doubts"] = {
          {"dense_sum",
           fmt::format(
               "sums of {:.0f} elements or more cost {:.3g} ns/element, smaller ones {:.3g}: "
               "engines use the latter for all",
               fit_.large_sum_elements, fit_.large_sum_s * 1e9, fit_.dense_sum_s * 1e9)}};
    return platform;
  }

 private:
  double alpha_s(const model::Segment& segment, bool first) const {
    return segment.alpha_s + fit_.median_crossing_s() * (first ? model::kSmallCrossing : 1);
  }

  ordered_json gamma() const {
    ordered_json section;
    for (const char* key : {"merge", "scatter"}) section[key] = copied(key);
    section["dense_sum"] = local_work(fit_.dense_sum_s, model::kLeastSumS, "ns/element");
    section["copy"] = fit_.copy_s_per_byte > 0
                          ? local_work(fit_.copy_s_per_byte, model::kLeastCopyS, "ns/B")
                          : copied("copy");
    section["select"] = copied("select");
    return section;
  }

  ordered_json local_work(double seconds, double least_s, const char* unit) const {
    return fitted_number(seconds * 1e9, unit, source_,
                         is_least(seconds, least_s) ? kNotDetermined : precision_);
  }

  ordered_json copied(const char* key) const {
    return platforms::copied_number(like_content_.at("gamma").at(key), like_name_);
  }

  ordered_json transport() const {
    ordered_json section;
    for (const model::Segment& segment : fit_.segments) {
      const bool first = &segment == &fit_.segments.front();
      section["segments"].push_back(
          {{"from", fitted_number(segment.from_bytes, "B", first ? "the smallest message" : source_,
                                  first ? "none" : "between the sizes of two measured messages")},
           {"alpha", fitted_number(alpha_s(segment, first) * 1e6, "us", source_,
                                   precision_ + "; " + crossing_text(fit_))},
           {"beta", fitted_number(segment.beta_s_per_byte * 1e9, "ns/B", source_, precision_)}});
    }
    section["start"] = fitted_number(fit_.start_s * 1e6, "us", source_, precision_);
    return section;
  }

  const FitPoints& points_;
  const model::MachineFit& fit_;
  nlohmann::json like_content_;
  std::string like_name_;
  std::string source_;
  std::string precision_;
};

base::Fields machine_segment_fields(const model::Segment& segment) {
  return segment_fields(segment.from_bytes, segment.alpha_s, segment.beta_s_per_byte);
}

}  // namespace

ordered_json fitted_platform(const std::string& name, const FitPoints& points,
                             const model::MachineFit& fit, const std::string& like) {
  ordered_json platform = FittedPlatformWriter(points, fit, like).write(name);
  // The program never writes a file that it would refuse to read.
  platforms::platform_from_json(nlohmann::json::parse(platform.dump()), name + ".json");
  return platform;
}

base::Fields fit_fields(const FitPoints& points, const model::MachineFit& fit) {
  const std::vector<double> errors = absolute_errors(fit);
  base::Fields crossing_s;
  for (const auto& [run, seconds] : fit.crossing_s) crossing_s.push_back({run, seconds});
  return {{"machine", points.machine},
          {"points", points.points.size()},
          {"description", points.description},
          {"segments", base::rows_of(fit.segments, machine_segment_fields)},
          {"start_s", fit.start_s},
          {"dense_sum_s", fit.dense_sum_s},
          {"large_sum_elements", fit.large_sum_elements},
          {"large_dense_sum_s", fit.large_sum_s},
          {"copy_s_per_byte", fit.copy_s_per_byte},
          {"crossing_s", crossing_s},
          {"median_crossing_s", fit.median_crossing_s()},
          {"error_median", model::quantile(errors, 0.5)},
          {"error_p90", model::quantile(errors, 0.9)}};
}

void print_fit(std::ostream& stream, const FitPoints& points, const model::MachineFit& fit) {
  base::print_wrapped(stream, points.description, 0, 110);
  base::print_table(stream, base::rows_of(fit.segments, machine_segment_fields));
  const auto work = [](double seconds, double least_s, const char* unit) {
    return fmt::format("{:.4g} {}{}", seconds * 1e9, unit,
                       is_least(seconds, least_s) ? fmt::format(" ({})", kNotDetermined) : "");
  };
  base::TextRows rows = {{"start", base::seconds_text(fit.start_s)},
                         {"dense sum", work(fit.dense_sum_s, model::kLeastSumS, "ns/element")}};
  if (fit.large_sum_elements > 0)
    rows.push_back({fmt::format("from {:.0f} elements", fit.large_sum_elements),
                    fmt::format("{:.4g} ns/element", fit.large_sum_s * 1e9)});
  rows.push_back({"copy", fit.copy_s_per_byte > 0
                              ? work(fit.copy_s_per_byte, model::kLeastCopyS, "ns/B")
                              : "as on the platform --like: no time has copies"});
  for (const auto& [run, seconds] : fit.crossing_s)
    rows.push_back({"crossing of run " + run, base::seconds_text(seconds)});
  base::print_columns(stream, rows);
  stream << fit_errors_text(fit) << '\n';
}

}  // namespace sparlab::analysis
