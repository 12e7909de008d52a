#include "experiments/spec/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "algos/registry/registry.hpp"
#include "algos/registry/switch_algorithms.hpp"
#include "base/errors/errors.hpp"
#include "experiments/spec/plan/network_checks.hpp"
#include "experiments/spec/plan/sweep_shapes.hpp"
#include "experiments/spec/points/engine.hpp"
#include "machines/calibration/local_platform.hpp"
#include "platforms/files/named_platform.hpp"

namespace sparlab::experiments {
namespace {

/// The product of the lengths of a sweep's axes; the largest 64-bit number if it overflows.
std::uint64_t combinations(const Sweep& sweep) {
  std::uint64_t product = 1;
  for (const std::size_t length :
       {sweep.ranks.size(), sweep.universes.size(), sweep.densities.size(), sweep.algorithms.size(),
        sweep.engines.size()}) {
    // A sweep on real data may leave out axes, which the data then provides.
    if (__builtin_mul_overflow(product, std::max<std::size_t>(1, length), &product))
      return std::numeric_limits<std::uint64_t>::max();
  }
  return product;
}

void refuse_too_many_points(const Experiment& experiment) {
  std::uint64_t total = 0;
  for (const Sweep& sweep : experiment.sweeps) {
    const std::uint64_t count = combinations(sweep);
    if (count <= kMostPoints - total) {
      total += count;
      continue;
    }
    throw base::ConfigError(
        experiment.file, sweep.json_path,
        fmt::format("{} points ({} P x {} N x {} density x {} algorithms x {} engines) after {} of "
                    "other sweeps",
                    count, sweep.ranks.size(), sweep.universes.size(), sweep.densities.size(),
                    sweep.algorithms.size(), sweep.engines.size(), total),
        fmt::format("at most {} points in an experiment; shorten an axis, or run parts of it one "
                    "after the other into one folder (-P, -N, --density, --engines and "
                    "--algorithms with -o)",
                    kMostPoints));
  }
}

/// Adds the points of one sweep to a plan.
class SweepPlanner {
 public:
  SweepPlanner(Plan& plan, const Experiment& experiment, const Sweep& sweep)
      : plan_(plan), experiment_(experiment), sweep_(sweep), shapes_(sweep, experiment.file) {
    for (const Engine engine : sweep.engines)
      settings_[engine] = settings_for(info_of(engine), sweep);
  }

  void add_points() {
    check_switches();
    load_platform_of_sweep();
    load_launcher_of_sweep();
    const auto is_measured = [](Engine engine) { return measures(engine); };
    if (std::ranges::any_of(sweep_.engines, is_measured))
      processor_round_trip_s_ = find_processor_round_trip_s();
    for (const std::uint64_t ranks : sweep_.ranks)
      for (const Shape& shape : shapes_.of(ranks))
        for (const SweepAlgorithm& item : sweep_.algorithms)
          if (shapes_.fit(item, ranks, shape))
            for (const Engine engine : sweep_.engines) add(engine, item.algorithm, ranks, shape);
  }

 private:
  [[noreturn]] void refuse(const std::string& key, const std::string& value,
                           const std::string& accepted) const {
    throw base::ConfigError(experiment_.file, sweep_.json_path + "." + key, value, accepted);
  }

  /// Few engines have switches that compute.
  void check_switches() const {
    for (const SweepAlgorithm& item : sweep_.algorithms) {
      if (!algos::needs_switches(item.algorithm)) continue;
      const auto refuse_with = [&](const std::string& what) {
        throw base::ConfigError(experiment_.file, item.json_path,
                                fmt::format("\"{}\" with {}", item.algorithm.spec(), what),
                                "switches that compute: engine model or simgrid, or loggp with "
                                "--machine network, in one "
                                "job");
      };
      for (const Engine engine : sweep_.engines) {
        const bool on_links = engine == Engine::loggp && sweep_.machine == MachineKind::network;
        if (engine != Engine::model && engine != Engine::simgrid && !on_links)
          refuse_with(engine == Engine::loggp
                          ? fmt::format("machine {} of engine loggp", name_of(sweep_.machine))
                          : fmt::format("engine {}", name_of(engine)));
      }
      if (sweep_.step || sweep_.training || sweep_.jobs > 1)
        refuse_with(sweep_.step ? "a step" : sweep_.training ? "training" : "several jobs");
    }
  }

  /// Opens the file of a platform on first use.
  const platforms::PlatformFile& platform_named(const std::string& name) {
    const auto known = plan_.platforms.find(name);
    if (known != plan_.platforms.end()) return known->second;
    platforms::PlatformFile file =
        name == platforms::kLocalPlatform
            ? machines::load_local_platform()
            : platforms::read_named_platform(name, experiment_.file, sweep_.json_path + ".platform")
                  .platform;
    // Platform local was measured as well as this machine allowed; load_local_platform warns.
    if (name != platforms::kLocalPlatform && !experiment_.accepts_doubtful) refuse_disturbed(file);
    return plan_.platforms.emplace(name, std::move(file)).first->second;
  }

  void refuse_disturbed(const platforms::PlatformFile& platform) const {
    const auto doubt = platforms::disturbance(platform);
    if (!doubt) return;
    refuse("platform", sweep_.platform,
           fmt::format("a platform whose measurement was not disturbed. This one is doubtful: {}. "
                       "`sparlab calibrate` measures it again when the machine is quiet; "
                       "--accept-doubtful uses it nevertheless",
                       *doubt));
  }

  void load_platform_of_sweep() {
    for (const Engine engine : sweep_.engines)
      if (info_of(engine).uses("platform"))
        check_platform(info_of(engine), platform_named(sweep_.platform));
    for (const Engine engine : sweep_.engines)
      if (info_of(engine).uses("runs")) resolve_runs(settings_[engine]);
    ignore_link_statistics();
    check_groups();
    for (const Engine engine : sweep_.engines)
      if (info_of(engine).uses("routing"))
        check_network(settings_[engine], platform_named(sweep_.platform), sweep_.ranks.back(),
                      [this](const std::string& key, const std::string& value,
                             const std::string& accepted) { refuse(key, value, accepted); });
  }

  /// Beside an engine that records the links, one without links has none to record.
  void ignore_link_statistics() {
    if (std::ranges::find(sweep_.engines, Engine::simgrid) == sweep_.engines.end()) return;
    Settings& settings = settings_[Engine::loggp];
    if (settings.machine != MachineKind::network) settings.link_statistics = false;
  }

  /// Groups must be those of all ranks, and matter.
  void check_groups() const {
    if (!sweep_.groups.known()) return;
    const std::string groups = sweep_.groups.text();
    for (const std::uint64_t ranks : sweep_.ranks)
      if (ranks != sweep_.groups.ranks())
        refuse("groups",
               fmt::format("the groups of {} ranks, with P = {}", sweep_.groups.ranks(), ranks),
               "those of each of P ranks, and one P");
    const platforms::PlatformFile& platform = plan_.platforms.at(sweep_.platform);
    if (!platform.groups)
      refuse(
          "groups",
          fmt::format("{}; remove it: platform \"{}\" has no host_groups", groups, sweep_.platform),
          "");
    const auto loggp = settings_.find(Engine::loggp);
    if (loggp != settings_.end() && loggp->second.machine == MachineKind::network)
      refuse("groups", groups,
             "no groups with \"machine\": \"network\", which has hosts on its links instead");
    if (!platform.placement.shares_ports()) return;
    const std::vector<std::uint32_t>& of_ranks = sweep_.groups.of_ranks();
    std::map<std::uint64_t, std::uint32_t> of_hosts;
    for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
      const std::uint64_t host = platform.placement.host_of(rank);
      if (of_hosts.emplace(host, of_ranks[rank]).first->second != of_ranks[rank])
        refuse(
            "groups", fmt::format("two groups of ranks on host {}", host),
            fmt::format("one group for all ranks of a host of platform \"{}\"", sweep_.platform));
    }
  }

  void resolve_runs(Settings& settings) const {
    if (sweep_.step || sweep_.training) return;  // one run with the noise of the seed
    const bool random = plan_.platforms.at(sweep_.platform).noise.delays.random();
    if (!random && settings.runs != 0)
      refuse("runs",
             fmt::format("{}; remove it: platform \"{}\" has no random noise, so that all runs "
                         "take the same time",
                         settings.runs, sweep_.platform),
             "");
    if (random && settings.runs == 0) settings.runs = kDefaultRuns;
  }

  void load_launcher_of_sweep() {
    if (std::ranges::none_of(sweep_.engines, measures)) return;
    launcher_ =
        machines::find_launcher(sweep_.launcher, experiment_.file, sweep_.json_path + ".launcher");
    plan_.launchers.emplace(launcher_.name, launcher_);
  }

  void check_platform(const EngineInfo& engine, const platforms::PlatformFile& platform) const {
    if (engine.needs_links && !platform.network)
      refuse("platform", fmt::format("\"{}\", which has no links", sweep_.platform),
             fmt::format("a platform with links for the engine {}", engine.name));
    if (engine.needs_links && platform.groups_lack_links())
      refuse("platform", fmt::format("\"{}\", which has host_groups", sweep_.platform),
             fmt::format("a platform without them for the engine {}, which has latencies between "
                         "groups of hosts only on a dragonfly",
                         engine.name));
    const std::uint64_t per_host = platform.placement.ranks_per_host;
    if (sweep_.ranks.back() > platform.max_ranks())
      refuse("P", std::to_string(sweep_.ranks.back()),
             fmt::format("at most {}, the hosts of platform \"{}\"{}", platform.max_ranks(),
                         platform.name,
                         per_host == 1 ? "" : fmt::format(" times their {} ranks", per_host)));
  }

  void add(Engine engine, const model::Algorithm& algorithm, std::uint64_t ranks,
           const Shape& shape) {
    if (!measures(engine) && algos::info_of(algorithm).native) return;
    PlannedPoint planned;
    planned.point = point(engine, algorithm, ranks, shape);
    planned.input_hash = shape.input_hash;
    planned.extrapolated_from = shape.extrapolated_from;
    if (info_of(engine).uses("platform")) {
      planned.platform_hash = platform_named(sweep_.platform).hash;
    } else if (algos::info_of(algorithm).chooses) {
      // Measurements of other algorithms do not depend on the platform's file.
      if (const platforms::PlatformFile* const platform = platform_of_choices()) {
        planned.platform_hash = platform->hash;
        planned.chosen_by = platform->content;
        planned.machine = platform->machine(ranks);
      }
    }
    if (sweep_.training && measures(engine)) planned.problem = shapes_.problem();
    if (measures(engine)) {
      planned.point.launcher = launcher_.name;
      planned.launcher_hash = launcher_.hash;
      planned.processor_round_trip_s = processor_round_trip_s_;
    }
    planned.id =
        ids_.id(planned.point, planned.platform_hash, planned.input_hash, planned.launcher_hash);
    plan_.points.push_back(std::move(planned));
  }

  /// Of the sweep's platform, if it has one that was measured on one host.
  std::optional<double> find_processor_round_trip_s() {
    if (sweep_.platform.empty()) return std::nullopt;
    const platforms::PlatformFile* const platform = sweep_.platform == platforms::kLocalPlatform
                                                        ? local_platform()
                                                        : &platform_named(sweep_.platform);
    return platform == nullptr ? std::nullopt : platform->processor_round_trip_s;
  }

  /// The platform by which algorithms choose on mpi; nullptr if it must be measured first. Ranks
  /// that another launcher starts are those that the sweep's platform describes, if it has one.
  const platforms::PlatformFile* platform_of_choices() {
    if (!sweep_.platform.empty() && launcher_.name != machines::kLocalLauncher)
      return &platform_named(sweep_.platform);
    return local_platform();
  }

  /// nullptr if it was not measured yet.
  const platforms::PlatformFile* local_platform() {
    const auto known = plan_.platforms.find(std::string(platforms::kLocalPlatform));
    if (known != plan_.platforms.end()) return &known->second;
    if (!local_) local_ = machines::find_local_platform();
    return local_ ? &*local_ : nullptr;
  }

  Point point(Engine engine, const model::Algorithm& algorithm, std::uint64_t ranks,
              const Shape& shape) const {
    Point point;
    point.experiment = experiment_.name;
    point.sweep = sweep_.label;
    point.engine = engine;
    point.algorithm = algorithm;
    point.ranks = ranks;
    point.universe = shape.universe;
    point.nnz = shape.nnz;
    point.density = shape.density;
    point.input = sweep_.input;
    point.platform = sweep_.platform;
    static_cast<Settings&>(point) = settings_.at(engine);
    if (point.input_form == InputForm::own)
      point.input_form = default_settings(algorithm).input_form;
    return point;
  }

  Plan& plan_;
  const Experiment& experiment_;
  const Sweep& sweep_;
  SweepShapes shapes_;
  std::map<Engine, Settings> settings_;
  PointIds ids_;
  machines::Launcher launcher_;                   ///< of measurements
  std::optional<double> processor_round_trip_s_;  ///< of measurements
  std::optional<platforms::PlatformFile> local_;  ///< of measurements alone; loaded when needed
};

}  // namespace

bool lacks_machine(const PlannedPoint& planned) {
  return measures(planned.point.engine) && !planned.machine &&
         algos::info_of(planned.point.algorithm).chooses;
}

Plan make_plan(const Experiment& experiment) {
  Plan plan{experiment.name, experiment.title, {}, {}, {}, {}};
  try {
    refuse_too_many_points(experiment);
    for (const Sweep& sweep : experiment.sweeps) SweepPlanner(plan, experiment, sweep).add_points();
  } catch (const base::ConfigError& error) {
    // An error in a platform file keeps the name of that file.
    if (error.file == experiment.file) throw blame_origin(error, experiment.origins);
    throw;
  }
  return plan;
}

nlohmann::json plan_to_json(const Plan& plan) {
  nlohmann::json points = nlohmann::json::array();
  for (const PlannedPoint& planned : plan.points) points.push_back(planned_point_to_json(planned));
  return {{"experiment", plan.experiment}, {"title", plan.title}, {"points", std::move(points)}};
}

}  // namespace sparlab::experiments
