#include "analysis/changes/run_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/errors/errors.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

/// What a difference in times may come from.
constexpr std::array kCauses = {"version",     "commit",       "dirty",       "compiler", "flags",
                                "libraries",   "system",       "host",        "cpu",      "cores",
                                "mpi_library", "mpi.launcher", "mpi.command", "mpi.hosts"};

/// Values that a message names.
constexpr std::size_t kMostValues = 4;

/// All records of one point on one side, and its place in the order of the side.
struct RunsOfPoint {
  PointIdentity identity;
  std::vector<const experiments::Record*> records;
};

using PointsOfSide = std::vector<RunsOfPoint>;

PointIdentity identity_over_time(const experiments::Record& record, bool of_platform) {
  const experiments::Point& point = record.point;
  const experiments::EngineInfo& engine = experiments::info_of(point.engine);
  PointIdentity identity = identity_of(record, {}, engine, engine);
  if (of_platform && (engine.uses("platform") || !experiments::runs(point.engine)))
    identity["platform"] = platform_name(point);
  identity.erase("launcher");  // on another machine it is another one
  identity["engine"] = name_of(point.engine);
  identity["experiment"] = point.experiment;
  identity["sweep"] = point.sweep;
  if (point.groups.known()) identity["groups"] = point.groups.text();
  if (!point.variant.empty()) identity["variant"] = point.variant;
  if (!point.run.empty()) identity["run"] = point.run;
  return identity;
}

std::set<std::string> platforms_of(const std::vector<ResultFolder>& folders) {
  std::set<std::string> names;
  for (const ResultFolder& folder : folders)
    for (const experiments::Record& record : folder.records)
      if (!record.point.platform.empty()) names.insert(platform_name(record.point));
  return names;
}

PointsOfSide points_of(const std::vector<ResultFolder>& folders, bool of_platform) {
  PointsOfSide points;
  std::map<std::string, std::size_t> positions;
  for (const ResultFolder& folder : folders)
    for (const experiments::Record& record : folder.records) {
      PointIdentity identity = identity_over_time(record, of_platform);
      const auto [known, is_new] = positions.emplace(text_of(identity), points.size());
      if (is_new) points.push_back({std::move(identity), {}});
      points[known->second].records.push_back(&record);
    }
  return points;
}

double median_time(const std::vector<const experiments::Record*>& runs) {
  std::vector<double> times;
  for (const experiments::Record* run : runs) times.push_back(run->time_s);
  return model::median(times);
}

/// The values that are tested: medians of runs if there are enough on both sides, else repetitions.
std::vector<double> tested_values(const std::vector<const experiments::Record*>& runs,
                                  bool of_runs) {
  std::vector<double> values;
  for (const experiments::Record* run : runs) {
    if (of_runs) {
      values.push_back(run->time_s);
    } else {
      values.insert(values.end(), run->samples_s.begin(), run->samples_s.end());
    }
  }
  return values;
}

/// Everything but the verdict on measured points, which depends on all of them.
ChangedPoint compare_point(const RunsOfPoint& before, const RunsOfPoint& now) {
  ChangedPoint point;
  point.before = before.records.front();
  point.now = now.records.front();
  point.runs_before = before.records.size();
  point.runs_now = now.records.size();
  point.before_s = median_time(before.records);
  point.now_s = median_time(now.records);
  if (point.before_s > 0) point.ratio = point.now_s / point.before_s;
  if (!experiments::observes(point.now->point.engine)) {
    const double difference = point.now_s - point.before_s;
    const double largest = std::max(std::abs(point.now_s), std::abs(point.before_s));
    if (std::abs(difference) > kSameTime * largest)
      point.change = difference > 0 ? Change::slower : Change::faster;
    return point;
  }
  point.change = Change::not_judged;
  const bool of_runs = point.runs_before >= kFewestRuns && point.runs_now >= kFewestRuns;
  const std::vector<double> a = tested_values(before.records, of_runs);
  const std::vector<double> b = tested_values(now.records, of_runs);
  if (std::min(a.size(), b.size()) < kFewestRepetitions || !point.ratio) return point;
  point.p_value = mann_whitney(a, b);
  point.interval = bootstrap_ratio(a, b, 1);
  return point;
}

/// Decides on the measured points after the correction for their number. Ranks and medians can
/// disagree; then nothing is claimed.
void judge_measured(std::vector<ChangedPoint>& points) {
  std::vector<ChangedPoint*> tested;
  std::vector<double> p_values;
  for (ChangedPoint& point : points)
    if (point.p_value) {
      tested.push_back(&point);
      p_values.push_back(*point.p_value);
    }
  const std::vector<double> corrected = corrected_for_many(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    ChangedPoint& point = *tested[i];
    point.p_value = corrected[i];
    point.change = Change::same;
    if (corrected[i] > kSignificance || !point.interval) continue;
    if (point.interval->low > 1) point.change = Change::slower;
    if (point.interval->high < 1) point.change = Change::faster;
  }
}

std::string values_of(const std::vector<ResultFolder>& folders, const char* key) {
  std::set<std::string> values;
  for (const ResultFolder& folder : folders)
    for (const experiments::Record& record : folder.records)
      if (std::string text = record.environment.text(key); !text.empty())
        values.insert(std::move(text));
  return some_of(values, kMostValues);
}

std::vector<PointIdentity> identities_of(const PointsOfSide& points) {
  std::vector<PointIdentity> identities;
  for (const RunsOfPoint& point : points) identities.push_back(point.identity);
  return identities;
}

}  // namespace

std::string_view name_of(Change change) {
  constexpr std::array<std::string_view, kChanges> kNames = {"faster",     "slower", "same",
                                                             "not judged", "new",    "missing"};
  return kNames[static_cast<std::size_t>(change)];
}

bool ChangedPoint::newly_wrong() const {
  return now != nullptr && now->check.status == "failed" &&
         (before == nullptr || before->check.status != "failed");
}

std::size_t RunComparison::count(Change change) const {
  return static_cast<std::size_t>(std::ranges::count(points, change, &ChangedPoint::change));
}

RunComparison compare_runs(const std::vector<ResultFolder>& baseline,
                           const std::vector<ResultFolder>& now) {
  const std::set<std::string> old_platforms = platforms_of(baseline), platforms = platforms_of(now);
  const bool two_platforms =
      old_platforms.size() == 1 && platforms.size() == 1 && old_platforms != platforms;
  const PointsOfSide before = points_of(baseline, !two_platforms);
  const PointsOfSide after = points_of(now, !two_platforms);
  std::map<std::string, const RunsOfPoint*> unmatched;
  for (const RunsOfPoint& point : before) unmatched[text_of(point.identity)] = &point;
  RunComparison comparison;
  for (const RunsOfPoint& point : after) {
    const auto found = unmatched.find(text_of(point.identity));
    if (found == unmatched.end()) {
      ChangedPoint added;
      added.change = Change::added;
      added.now = point.records.front();
      added.runs_now = point.records.size();
      added.now_s = median_time(point.records);
      comparison.points.push_back(added);
      continue;
    }
    comparison.points.push_back(compare_point(*found->second, point));
    const ChangedPoint& both = comparison.points.back();
    if (both.before->platform_hash != both.now->platform_hash ||
        both.before->input_hash != both.now->input_hash)
      ++comparison.other_platforms;
    unmatched.erase(found);
  }
  if (unmatched.size() == before.size())
    throw base::ConfigError("command line", "--baseline", "no point is in both",
                            fmt::format("runs of the same experiment; {}",
                                        difference_of(identities_of(before), identities_of(after),
                                                      {.first = "before ",
                                                       .second = ", now ",
                                                       .none = "no combination is common",
                                                       .most = kMostValues})));
  for (const RunsOfPoint& point : before) {
    if (!unmatched.contains(text_of(point.identity))) continue;
    ChangedPoint missing;
    missing.change = Change::missing;
    missing.before = point.records.front();
    missing.runs_before = point.records.size();
    missing.before_s = median_time(point.records);
    comparison.points.push_back(missing);
  }
  judge_measured(comparison.points);
  if (two_platforms)
    comparison.differences.push_back({"platform", *old_platforms.begin(), *platforms.begin()});
  for (const char* key : kCauses) {
    RunComparison::Difference difference{key, values_of(baseline, key), values_of(now, key)};
    if (difference.before != difference.now)
      comparison.differences.push_back(std::move(difference));
  }
  return comparison;
}

}  // namespace sparlab::analysis
