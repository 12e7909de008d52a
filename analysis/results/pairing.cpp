#include "analysis/results/pairing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/results/measured_points.hpp"
#include "analysis/results/panel.hpp"
#include "base/errors/errors.hpp"
#include "base/text/nearest_name.hpp"

namespace sparlab::analysis {
namespace {

/// Names predictions by their engine, and by what else distinguishes several of one engine: the
/// settings that only predictions have, several platforms of one machine, several files of one
/// platform.
class Predictors {
 public:
  /// `machines` must outlive this object. Without `published`, all platforms are of one machine.
  Predictors(const std::vector<SourcedRecord>& predictions, const MachineNames& machines,
             bool published);

  /// "loggp", "loggp (machine loggp, platform gige)".
  std::string name(const experiments::Record& record) const;

 private:
  std::string machine(const experiments::Point& point) const;

  const MachineNames& machines_;
  bool published_;
  std::map<experiments::Engine, std::map<std::string, std::set<std::string>>> settings_;
  std::map<std::pair<experiments::Engine, std::string>, std::set<std::string>> platforms_, hashes_;
};

/// True for settings that are not compared with the measurements: those that some engines ignore,
/// but this one uses, and the seed, which published measurements do not say.
bool distinguishes(const experiments::Setting& setting, experiments::Engine engine,
                   bool published) {
  const bool own = !experiments::engines_that_use(setting.key).empty() &&
                   experiments::info_of(engine).uses(setting.key);
  return setting.compared && (own || (published && setting.key == "seed"));
}

/// "machine loggp".
std::string setting_text(const experiments::Setting& setting, const experiments::Point& point) {
  // Predictions of other placements are of other points.
  if (setting.key == "groups") return point.groups.known() ? "groups known" : "groups unknown";
  const nlohmann::json value = setting.write(point);
  return fmt::format("{} {}", setting.key,
                     value.is_string() ? value.get<std::string>() : value.dump());
}

Predictors::Predictors(const std::vector<SourcedRecord>& predictions, const MachineNames& machines,
                       bool published)
    : machines_(machines), published_(published) {
  for (const auto& [record, folder] : predictions) {
    const experiments::Point& point = record->point;
    for (const experiments::Setting& setting : experiments::all_settings())
      if (distinguishes(setting, point.engine, published_))
        settings_[point.engine][std::string(setting.key)].insert(setting_text(setting, point));
    platforms_[{point.engine, machine(point)}].insert(point.platform);
    hashes_[{point.engine, point.platform}].insert(record->platform_hash);
  }
}

std::string Predictors::name(const experiments::Record& record) const {
  const experiments::Point& point = record.point;
  std::vector<std::string> parts;
  for (const experiments::Setting& setting : experiments::all_settings())
    if (distinguishes(setting, point.engine, published_) &&
        settings_.at(point.engine).at(std::string(setting.key)).size() > 1)
      parts.push_back(setting_text(setting, point));
  if (platforms_.at({point.engine, machine(point)}).size() > 1)
    parts.push_back("platform " + platform_name(point));
  if (hashes_.at({point.engine, point.platform}).size() > 1)
    parts.push_back("platform file " + record.platform_hash.substr(0, 8));
  const std::string engine(name_of(point.engine));
  return parts.empty() ? engine : fmt::format("{} ({})", engine, fmt::join(parts, ", "));
}

std::string Predictors::machine(const experiments::Point& point) const {
  return published_ ? machine_of(point, machines_) : std::string();
}

/// Two folders may contain predictions of one point only if they are the same.
void refuse_difference(const SourcedRecord& first, const SourcedRecord& second,
                       const std::string& predictor) {
  const auto version = [](const experiments::Record& record) {
    return fmt::format("{} {}", record.environment.text("version"),
                       record.environment.text("commit"));
  };
  const experiments::Record& one = *first.record;
  const experiments::Record& other = *second.record;
  if (std::abs(one.time_s - other.time_s) <= 1e-9 * one.time_s) return;
  throw base::ConfigError(
      *second.folder, "",
      fmt::format("{} {} P={} N={} takes {:g} s here (sparlab {}) and {:g} s in {} (sparlab {})",
                  predictor, other.point.algorithm.spec(), other.point.ranks, other.point.universe,
                  other.time_s, version(other), one.time_s, *first.folder, version(one)),
      "predictions of one version of sparlab");
}

/// The records of the reference, and the predictions. Unusable ones are counted.
struct Sources {
  std::vector<SourcedRecord> measured, predicted;
};

Sources split(const std::vector<ResultFolder>& folders, Pairing& pairing) {
  Sources sources;
  for (const ResultFolder& folder : folders)
    for (const experiments::Record& record : folder.records) {
      const experiments::Engine engine = record.point.engine;
      if (engine != pairing.reference && experiments::observes(engine)) continue;
      if (record.check.status == "failed" || !(record.time_s > 0)) {
        ++pairing.failed_checks;
        continue;
      }
      if (engine == pairing.reference && processors_moved(record)) {
        ++pairing.processors_moved;
        continue;
      }
      (engine == pairing.reference ? sources.measured : sources.predicted)
          .push_back({&record, &folder.name});
    }
  if (sources.measured.empty() && pairing.processors_moved > 0)
    throw base::ConfigError(
        "", "", "measurements whose processors had moved since the platform was calibrated, only",
        "measurements with processors as far apart as then; `sparlab run --fresh` measures again, "
        "and `sparlab calibrate` measures the platform again");
  if (sources.predicted.empty())
    throw base::ConfigError("", "", "no predictions",
                            fmt::format("results of model, loggp or simgrid besides those of {}",
                                        name_of(pairing.reference)));
  return sources;
}

void require_platforms(const std::vector<SourcedRecord>& predicted, const MachineNames& machines) {
  std::set<std::string> platforms;
  for (const SourcedRecord& source : predicted)
    platforms.insert(platform_name(source.record->point));
  for (const auto& [platform, machine] : machines)
    if (!platforms.contains(platform))
      throw base::ConfigError("command line", "--machine-of",
                              fmt::format("no platform \"{}\"", platform),
                              fmt::format("{}", fmt::join(platforms, ", ")));
}

[[noreturn]] void refuse_separate(const std::vector<PointIdentity>& predicted,
                                  const MeasuredPoints& measurements, experiments::Engine predictor,
                                  experiments::Engine reference) {
  std::vector<PointIdentity> measured;
  for (const MeasuredPoint& point : measurements.all())
    measured.push_back(measurements.identity(point, predictor));
  const std::string second = fmt::format("; {} ", name_of(reference));
  throw base::ConfigError("", "",
                          fmt::format("no points in common with {}: {}", name_of(reference),
                                      difference_of(predicted, measured,
                                                    {.first = "predicted ",
                                                     .second = second,
                                                     .none = "no combination of these is common",
                                                     .most = 6})),
                          "predictions of the measured points; --machine-of PLATFORM=MACHINE for a "
                          "platform with another name");
}

}  // namespace

double ComparedPoint::error() const { return std::abs(ratio() - 1); }

std::optional<double> ComparedPoint::p90_ratio() const {
  if (!prediction->p90_s || !measured->p90_s) return std::nullopt;
  return *prediction->p90_s / *measured->p90_s;
}

bool ComparedPoint::below_noise() const { return measured->below_noise(error()); }

experiments::Engine measuring_engine(const std::vector<ResultFolder>& folders,
                                     const std::string& name) {
  std::set<experiments::Engine> present;
  for (const ResultFolder& folder : folders)
    for (const experiments::Record& record : folder.records) present.insert(record.point.engine);
  std::vector<std::string> known;
  for (const experiments::EngineInfo& info : experiments::kEngines)
    if (experiments::observes(info.engine)) known.emplace_back(info.name);
  std::optional<experiments::Engine> engine = experiments::engine_named(name);
  if (!name.empty() && (!engine || !experiments::observes(*engine)))
    throw base::ConfigError("command line", "--reference",
                            engine ? fmt::format("\"{}\", which does not measure", name)
                                   : fmt::format("no engine \"{}\"", name),
                            fmt::format("{}", fmt::join(known, ", ")),
                            base::nearest_name(name, known));
  if (name.empty())
    engine = present.contains(experiments::Engine::mpi) ? experiments::Engine::mpi
                                                        : experiments::Engine::measured;
  if (present.contains(*engine)) return *engine;
  std::vector<std::string_view> there;
  for (const experiments::Engine one : present) there.push_back(name_of(one));
  throw base::ConfigError(
      "", "",
      fmt::format("no records of engine {}{}", name.empty() ? "mpi or " : "", name_of(*engine)),
      fmt::format("results with measurements (these have {})",
                  there.empty() ? "no records" : fmt::format("{}", fmt::join(there, ", "))));
}

Pairing pair_points(const std::vector<ResultFolder>& folders, experiments::Engine reference,
                    const MachineNames& machines) {
  Pairing pairing;
  pairing.reference = reference;
  const auto [measured, predicted] = split(folders, pairing);
  require_platforms(predicted, machines);
  const bool published = !experiments::runs(reference);
  std::set<std::string> named;
  for (const SourcedRecord& source : predicted)
    if (source.record->point.groups.known()) named.insert(source.record->point.groups.text());
  MeasuredPoints measurements(measured, reference, named);
  const Predictors predictors(predicted, machines, published);
  std::map<experiments::Engine, std::map<std::string, std::vector<const MeasuredPoint*>>> known;
  std::map<std::pair<std::string, std::string>, SourcedRecord> first;
  std::vector<PointIdentity> identities;
  for (const SourcedRecord& source : predicted) {
    const experiments::Record& record = *source.record;
    const experiments::Engine engine = record.point.engine;
    if (!known.contains(engine)) known[engine] = measurements.by_identity(engine);
    PointIdentity identity =
        identity_of(record, published ? machine_of(record.point, machines) : std::string(),
                    experiments::info_of(engine), experiments::info_of(reference));
    if (record.point.groups.known()) identity["groups"] = record.point.groups.text();
    const std::string key = text_of(identity);
    const std::string name = predictors.name(record);
    identities.push_back(std::move(identity));
    if (const auto [before, fresh] = first.emplace(std::pair{name, key}, source); !fresh) {
      refuse_difference(before->second, source, name);
      continue;
    }
    const auto found = known[engine].find(key);
    if (found == known[engine].end()) {
      ++pairing.not_measured;
      continue;
    }
    for (const MeasuredPoint* point : found->second)
      pairing.points.push_back({name, &record, point});
  }
  if (pairing.points.empty())
    refuse_separate(identities, measurements, predicted.front().record->point.engine, reference);
  const auto by_engine = [](const ComparedPoint& point) {
    return std::pair(point.prediction->point.engine, point.predictor);
  };
  std::ranges::stable_sort(pairing.points, {}, by_engine);
  std::set<const experiments::Record*> compared;
  for (const ComparedPoint& point : pairing.points) {
    compared.insert(point.measured->runs.begin(), point.measured->runs.end());
    if (pairing.predictors.empty() || pairing.predictors.back() != point.predictor)
      pairing.predictors.push_back(point.predictor);
  }
  const auto is_alone = [&](const MeasuredPoint& point) {
    return !point.groups.known() && std::ranges::none_of(point.runs, [&](const auto* run) {
      return compared.contains(run);
    });
  };
  pairing.measured_alone =
      static_cast<std::size_t>(std::ranges::count_if(measurements.all(), is_alone));
  pairing.measured = measurements.take();
  return pairing;
}

}  // namespace sparlab::analysis
