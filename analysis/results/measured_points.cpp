#include "analysis/results/measured_points.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "analysis/results/panel.hpp"
#include "experiments/spec/points/rank_places.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

MeasuredPoint merge(std::vector<const experiments::Record*> runs) {
  MeasuredPoint point;
  point.merged = *runs.front();
  std::vector<double> times;
  std::vector<double> spreads;
  std::vector<double> p90s_s;
  std::vector<double> samples;
  for (const experiments::Record* run : runs) {
    times.push_back(run->time_s);
    samples.insert(samples.end(), run->samples_s.begin(), run->samples_s.end());
    if (const auto repeated = repetitions_of(*run)) {
      spreads.push_back(repeated->p90_s / repeated->p10_s);
      p90s_s.push_back(repeated->p90_s);
    }
  }
  if (!spreads.empty()) {
    point.within_runs = model::median(spreads);
    point.p90_s = model::median(p90s_s);
  }
  if (const double least_s = std::ranges::min(times); times.size() > 1 && least_s > 0)
    point.between_runs = std::ranges::max(times) / least_s;
  point.merged.time_s = model::median(times);
  point.merged.samples_s = samples.empty() && times.size() > 1 ? times : samples;
  point.runs = std::move(runs);
  return point;
}

}  // namespace

std::optional<double> MeasuredPoint::spread() const {
  if (!within_runs || !between_runs) return within_runs ? within_runs : between_runs;
  return std::max(*within_runs, *between_runs);
}

bool MeasuredPoint::repeats() const {
  const auto known = spread();
  return known && *known <= kRepeats;
}

bool MeasuredPoint::below_noise(double error) const {
  const auto known = spread();
  return known && error <= *known - 1;
}

std::vector<HeldRun> MeasuredPoint::held_runs() const {
  constexpr std::size_t kFewestRuns = 3;
  std::vector<HeldRun> held;
  if (runs.size() < kFewestRuns) return held;
  for (const experiments::Record* run : runs) {
    std::vector<double> others_s;
    for (const experiments::Record* other : runs)
      if (other != run) others_s.push_back(other->time_s);
    held.push_back({run->time_s, model::median(others_s)});
  }
  return held;
}

bool MeasuredPoint::shares_processors() const {
  return std::ranges::any_of(
      runs, [](const experiments::Record* run) { return analysis::shares_processors(*run); });
}

MeasuredPoints::MeasuredPoints(const std::vector<SourcedRecord>& sources,
                               experiments::Engine reference, const std::set<std::string>& named)
    : reference_(reference) {
  const experiments::EngineInfo& info = experiments::info_of(reference);
  std::map<std::string, std::vector<const experiments::Record*>> points;
  std::vector<std::pair<PointIdentity, model::RankGroups>> order;
  const auto add = [&](const PointIdentity& identity, const model::RankGroups& groups,
                       const experiments::Record& one) {
    std::vector<const experiments::Record*>& runs = points[text_of(identity)];
    if (runs.empty()) order.emplace_back(identity, groups);
    // The same measurement may be in several folders. A published one has the run in its id.
    const auto same = [&](const experiments::Record* other) {
      return other->id == one.id &&
             (one.started == other->started || !experiments::runs(reference));
    };
    if (std::ranges::none_of(runs, same)) runs.push_back(&one);
  };
  for (const auto& [record, folder] : sources) {
    PointIdentity identity = identity_of(*record, machine(record->point), info, info);
    identity["variant"] = record->point.variant;
    identity["host"] = record->environment.text("host");
    add(identity, {}, *record);
    const model::RankGroups groups = experiments::groups_of(*record);
    if (!groups.known() || !named.contains(groups.text())) continue;
    identity["groups"] = groups.text();
    add(identity, groups, *record);
  }
  for (auto& [identity, groups] : order) {
    points_.push_back(merge(std::move(points[text_of(identity)])));
    points_.back().groups = groups;
    identity.erase("algorithm");
    points_.back().case_key = text_of(identity);
    identity.erase("N");
    identity.erase("k");
    points_.back().curve_key = text_of(identity);
  }
}

PointIdentity MeasuredPoints::identity(const MeasuredPoint& point,
                                       experiments::Engine predictor) const {
  PointIdentity identity =
      identity_of(point.merged, machine(point.merged.point), experiments::info_of(predictor),
                  experiments::info_of(reference_));
  if (point.groups.known()) identity["groups"] = point.groups.text();
  return identity;
}

std::map<std::string, std::vector<const MeasuredPoint*>> MeasuredPoints::by_identity(
    experiments::Engine predictor) const {
  std::map<std::string, std::vector<const MeasuredPoint*>> found;
  for (const MeasuredPoint& point : points_)
    found[text_of(identity(point, predictor))].push_back(&point);
  return found;
}

std::string MeasuredPoints::machine(const experiments::Point& point) const {
  return experiments::runs(reference_) ? std::string() : point.platform;
}

std::optional<model::RepeatedTime> repetitions_of(const experiments::Record& record) {
  constexpr std::size_t kFewest = 5;
  const bool sampled = record.samples_s.size() >= kFewest;
  if (!sampled && !(record.p10_s && record.p90_s)) return std::nullopt;
  const model::RepeatedTime time =
      sampled ? model::repeated_time(record.samples_s)
              : model::RepeatedTime{*record.p10_s, record.time_s, *record.p90_s};
  if (!(time.p10_s > 0)) return std::nullopt;
  return time;
}

}  // namespace sparlab::analysis
