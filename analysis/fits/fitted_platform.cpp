#include "analysis/fits/fitted_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "analysis/results/measured_points.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/text_table.hpp"
#include "platforms/files/copied_topology.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/sections/copied_number.hpp"
#include "platforms/sections/noise_json.hpp"

namespace sparlab::analysis {
namespace {

using nlohmann::ordered_json;

/// A fit is made to predict other numbers of ranks than those measured.
constexpr int kHostsAdmitted = 1 << 16;

std::string errors_text(const model::MachineFit& fit) {
  std::vector<double> errors;
  for (const double error : fit.relative_errors) errors.push_back(std::abs(error));
  const ErrorQuantiles summary = quantiles_of(std::move(errors));
  return fmt::format("the fitted times are met within {:.1f} % (median), {:.1f} % (p90)",
                     100 * summary.median, 100 * summary.p90);
}

std::string placement_text(const FitPoints& points, const model::MachineFit& fit) {
  if (points.points.front().measured.links_s) return "between the nearest hosts";
  if (fit.longest_crossing_s() > 0) return "between hosts of one group";
  return "the runs do not differ by placement: that of others is not known";
}

const char* unit_of(model::KernelKind kernel) {
  return kernel == model::KernelKind::copy ? "ns/B" : "ns/element";
}

std::string_view name_of(model::KernelKind kernel) {
  return model::kKernelNames[static_cast<std::size_t>(kernel)];
}

std::string range_text(const model::FittedWork& work) {
  const char* const unit = unit_of(work.kernel);
  const std::string range =
      fmt::format("{:.3g} to {:.3g} {}", work.low_s * 1e9, work.high_s * 1e9, unit);
  if (work.determined) return range + " explain the times nearly as well";
  return fmt::format("{}, the range for the {} of a core; the times do not determine the cost",
                     range, work.cached ? "caches" : "memory");
}

/// Of a cost and those with which the times are explained nearly as well.
double factor_of(const model::FittedWork& work) {
  return std::max(work.high_s / work.unit_s, work.unit_s / work.low_s);
}

std::vector<model::Segment> segments_of(const model::Machine& machine) {
  std::vector<model::Segment> segments = {{0, machine.alpha_s, machine.beta_s_per_byte}};
  segments.insert(segments.end(), machine.larger.begin(), machine.larger.end());
  return segments;
}

class FittedPlatformWriter {
 public:
  FittedPlatformWriter(const FitPoints& points, const model::MachineFit& fit, double crossing_s,
                       const std::string& like)
      : points_(points),
        fit_(fit),
        machine_(fit.machine),
        crossing_s_(crossing_s),
        longest_s_(fit.between_groups_s > 0 ? fit.between_groups_s
                                            : std::max(fit.longest_crossing_s(), crossing_s)) {
    const auto file = base::find_platform_file(like, "command line", "--like");
    like_content_ = base::read_json_file(file);
    like_name_ = platforms::platform_from_json(like_content_, file).name;
    source_ = "fitted by sparlab platform fit to " + points.description;
    precision_ = errors_text(fit) + "; alpha, beta, sums and copies are partly interchangeable";
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
        {"per_message",
         platforms::stated_number(0, "us", "part of alpha: collectives do not separate them",
                                  "up to half of alpha")},
        {"per_byte", platforms::stated_number(0, "ns/B", "part of beta", "up to half of beta")}};
    platform["gamma"] = gamma();
    platform["kernels"] = kernels();
    platforms::copy_kernels(like_content_, like_name_, {"merge", "scatter", "select"}, platform);
    platform["transport"] = transport();
    if (longest_s_ > 0) platform["host_groups"] = host_groups();
    if (const auto spread = run_spread_of(points_))
      platform["noise"] = platforms::noise_section(*spread, source_);
    platform["loggp"] = {
        {"latency",
         platforms::stated_number(machine_.alpha_s * 1e6, "us",
                                  "derived: alpha of the smallest messages", precision_)},
        {"gap", platforms::stated_number(0, "us", "not determined by collectives", "up to alpha")},
        {"gap_per_byte",
         platforms::stated_number(machine_.asymptotic_beta() * 1e9, "ns/B",
                                  "derived: beta of the largest messages", precision_)}};
    return platform;
  }

 private:
  /// Of operands in memory, as in all platforms.
  ordered_json gamma() const {
    ordered_json section;
    for (const char* key : {"merge", "scatter"}) section[key] = copied(key);
    for (const model::FittedWork& work : fit_.work)
      if (!work.cached)
        section[std::string(name_of(work.kernel))] = platforms::stated_number(
            work.unit_s * 1e9, unit_of(work.kernel), work_source(work), range_text(work));
    section["select"] = copied("select");
    return section;
  }

  std::string work_source(const model::FittedWork& work) const {
    if (work.determined) return source_;
    const model::CoreMemory& memory = points_.known.memory;
    const model::MemoryRate& rate = work.cached ? memory.cached : memory.memory;
    return fmt::format(
        "not determined by the fitted times: the middle for {} that move {:.0f} to {:.0f} GB/s "
        "for a core, assumed from STREAM (20 GB/s on a core of an E5-2687W v3, Puget Systems)",
        work.cached ? "caches" : "memory", rate.least / 1e9, rate.most / 1e9);
  }

  ordered_json kernels() const {
    ordered_json section = ordered_json::array();
    for (const model::KernelKind kernel : {model::KernelKind::dense_sum, model::KernelKind::copy}) {
      ordered_json points = ordered_json::array();
      std::string ranges;
      double factor = 1;
      for (const model::WorkPoint& point :
           fit_.machine.gammas.curves[static_cast<std::size_t>(kernel)])
        points.push_back({{"units", point.units}, {"ns", point.seconds * 1e9}});
      for (const model::FittedWork& work : fit_.work) {
        if (work.kernel != kernel) continue;
        factor = std::max(factor, factor_of(work));
        ranges += fmt::format("{}{}: {}", ranges.empty() ? "" : "; ",
                              work.cached ? "in the caches" : "in memory", range_text(work));
      }
      section.push_back(
          {{"kernel", name_of(kernel)},
           {"points", points},
           {"source", fmt::format("{}; operands of at most {:.0f} B are in the caches, of {:.0f} "
                                  "times as much in memory",
                                  source_, fit_.cache_bytes, model::kCacheTransition)},
           {"uncertainty", fmt::format("factor {:.3g} ({})", factor, ranges)}});
    }
    return section;
  }

  ordered_json copied(const char* key) const {
    return platforms::copied_number(like_content_.at("gamma").at(key), like_name_);
  }

  ordered_json transport() const {
    ordered_json section;
    for (const model::Segment& segment : segments_of(machine_)) {
      const bool first = segment.from_bytes == 0;
      section["segments"].push_back(
          {{"from", platforms::stated_number(
                        segment.from_bytes, "B", first ? "the smallest message" : source_,
                        first ? "none" : "between the sizes of two measured messages")},
           {"alpha", platforms::stated_number(segment.alpha_s * 1e6, "us", source_,
                                              precision_ + "; " + placement_text(points_, fit_))},
           {"beta",
            platforms::stated_number(segment.beta_s_per_byte * 1e9, "ns/B", source_, precision_)}});
    }
    section["start"] = platforms::stated_number(fit_.start_s * 1e6, "us", source_, precision_);
    return section;
  }

  ordered_json host_groups() const {
    const bool known = fit_.between_groups_s > 0;
    const std::string source =
        known ? source_
              : source_ +
                    "; assumed: all messages of the slowest run join two groups, and none of "
                    "the fastest";
    const std::string uncertainty = known ? precision_ : "factor 2: no groups are known";
    const auto crossing = [&](double seconds) {
      return platforms::stated_number(seconds * 1e6, "us", source, uncertainty);
    };
    ordered_json section;
    section["alpha"] = crossing(model::kSmallCrossing * longest_s_);
    if (!machine_.larger.empty()) {
      section["large_alpha"] = crossing(longest_s_);
      section["large_from"] = platforms::stated_number(machine_.larger.front().from_bytes, "B",
                                                       "where the second segment begins", "none");
    }
    const std::size_t unknown_runs = fit_.crossing_s.size();
    section["unknown"] = platforms::stated_number(
        100 * std::min(crossing_s_ / longest_s_, 1.0), "%",
        unknown_runs == 0
            ? "assumed: no run of unknown groups was fitted"
            : fmt::format("the median of {} runs whose groups are not known", unknown_runs),
        "0 to 100 %");
    return section;
  }

  const FitPoints& points_;
  const model::MachineFit& fit_;
  model::Machine machine_;
  double crossing_s_;
  double longest_s_;  ///< by which a message between groups takes longer
  nlohmann::json like_content_;
  std::string like_name_;
  std::string source_;
  std::string precision_;
};

base::Fields machine_segment_fields(const model::Segment& segment) {
  return segment_fields(segment.from_bytes, segment.alpha_s, segment.beta_s_per_byte);
}

base::Fields work_fields(const model::FittedWork& work) {
  const char* const unit = unit_of(work.kernel);
  return {
      {"kernel", "local work", name_of(work.kernel)},
      {"cached", "operands in", base::Value(work.cached).shown(work.cached ? "caches" : "memory")},
      {"unit_s", "cost",
       base::number_as(work.unit_s, fmt::format("{:.3g} {}", work.unit_s * 1e9, unit))},
      {"determined", work.determined},
      {"low_s", work.low_s},
      {"high_s", work.high_s},
      base::text_field("range", range_text(work))};
}

/// The topology and the links of the platform `of`, whose nearest hosts are alpha apart.
void add_topology(ordered_json& platform, const std::string& of) {
  auto copied = platforms::copied_topology(of, platform.at("name").get<std::string>());
  const ordered_json& alpha = platform.at("transport").at("segments").at(0).at("alpha");
  const bool direct = copied.between_switches_s == 0;
  copied.links["node"]["latency"] = platforms::stated_number(
      std::max(0.0, alpha.at("value").get<double>() - copied.between_switches_s * 1e6) / 2, "us",
      fmt::format("assumed: half of alpha of the smallest messages{}; it contains the software, "
                  "which collectives do not separate",
                  direct ? "" : " less the links between switches"),
      alpha.at("uncertainty").get<std::string>());
  platform["topology"] = std::move(copied.topology);
  platform["links"] = std::move(copied.links);
  if (!copied.contention.is_null()) platform["contention"] = std::move(copied.contention);
}

}  // namespace

ordered_json fitted_platform(const std::string& name, const FitPoints& points,
                             const model::MachineFit& fit, double crossing_s,
                             const std::string& like) {
  ordered_json platform = FittedPlatformWriter(points, fit, crossing_s, like).write(name);
  if (!points.topology.empty()) add_topology(platform, points.topology);
  // The program never writes a file that it would refuse to read.
  platforms::platform_from_json(nlohmann::json::parse(platform.dump()), name + ".json");
  return platform;
}

void add_residual(ordered_json& platform, const PredictionSummary& fitted,
                  const std::optional<PredictionSummary>& left_out) {
  std::string source = fmt::format(
      "engine model on the {} fitted times: median error {:.1f} %, p90 {:.1f} %, worst regret "
      "{:.2f}",
      fitted.times, 100 * fitted.errors.median, 100 * fitted.errors.p90,
      fitted.choice.worst_regret);
  // How well other numbers of ranks are predicted, times of a single one do not say.
  double factor = std::max(fitted.ratio_p90, kModelResidual);
  if (left_out) {
    source += fmt::format("; on numbers of ranks that are left out: median {:.1f} %, p90 {:.1f} %",
                          100 * left_out->errors.median, 100 * left_out->errors.p90);
    factor = std::max(fitted.ratio_p90, left_out->ratio_p90);
  } else {
    source +=
        "; no number of ranks can be left out, and on a real Ethernet 9 of 10 were within "
        "this factor";
  }
  platform["residual"] = platforms::stated_number(
      factor, "times",
      "9 of 10 times are at most this many times longer or shorter than predicted; " + source,
      "none");
}

base::Fields fit_fields(const FitPoints& points, const model::MachineFit& fit,
                        experiments::Engine engine, const PredictionSummary& predicted) {
  base::Fields crossing_s;
  for (const auto& [run, seconds] : fit.crossing_s) crossing_s.push_back({run, seconds});
  return {{"machine", points.machine},
          {"points", points.points.size()},
          {"description", points.description},
          {"segments", base::rows_of(segments_of(fit.machine), machine_segment_fields)},
          {"start_s", fit.start_s},
          {"cache_bytes", fit.cache_bytes},
          {"work", base::rows_of(fit.work, work_fields)},
          {"crossing_s", crossing_s},
          {"between_groups_s", fit.between_groups_s},
          {"median_crossing_s", fit.median_crossing_s()},
          {"engine", experiments::name_of(engine)},
          {"predictions", prediction_fields(predicted)}};
}

void print_fit(std::ostream& stream, const FitPoints& points, const model::MachineFit& fit,
               experiments::Engine engine, const PredictionSummary& predicted) {
  base::print_wrapped(stream, points.description, 0, 110);
  base::print_table(stream, base::rows_of(segments_of(fit.machine), machine_segment_fields));
  base::print_table(stream, base::rows_of(fit.work, work_fields));
  base::TextRows rows = {{"operands in caches", fmt::format("at most {:.0f} B", fit.cache_bytes)},
                         {"start", base::seconds_text(fit.start_s)}};
  if (fit.between_groups_s > 0)
    rows.push_back({"crossing between groups", base::seconds_text(fit.between_groups_s)});
  for (const auto& [run, seconds] : fit.crossing_s)
    rows.push_back({"crossing of run " + run, base::seconds_text(seconds)});
  base::print_columns(stream, rows);
  stream << errors_text(fit)
         << fmt::format(", with the crossing of each run\nEngine {}, with the median crossing:\n",
                        experiments::name_of(engine));
  base::print_table(stream, std::vector<base::Fields>{prediction_fields(predicted)});
}

std::optional<model::FittedRunSpread> run_spread_of(const FitPoints& points) {
  std::vector<model::RepeatedTime> times;
  for (const FittedPoint& point : points.points)
    if (const auto repeated = repetitions_of(point.record)) times.push_back(*repeated);
  return model::fit_run_spread(times);
}

}  // namespace sparlab::analysis
