#include "experiments/spec/definition/experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "algos/registry/file_algorithms.hpp"
#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/nearest_name.hpp"
#include "base/text/printable.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "experiments/spec/definition/schema.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/planned_point.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const EngineInfo& engine : kEngines)
    if (runs(engine.engine)) names.emplace_back(engine.name);
  return names;
}

/// "the engine mpi", "the engines model, loggp or simgrid".
std::string engines_text(const std::vector<std::string_view>& names) {
  if (names.size() == 1) return fmt::format("the engine {}", names.front());
  return fmt::format("the engines {} or {}", fmt::join(names.begin(), names.end() - 1, ", "),
                     names.back());
}

[[noreturn]] void refuse_name(const std::string& file, const std::string& json_path,
                              const std::string& what, const std::string& name,
                              const std::vector<std::string>& known) {
  throw base::ConfigError(file, json_path, fmt::format("no {} \"{}\"", what, name),
                          fmt::format("{}", fmt::join(known, ", ")),
                          base::nearest_name(name, known));
}

/// Converts a sweep that conforms to the schema and checks what a schema cannot express.
class SweepReader {
 public:
  SweepReader(const json& object, const std::string& file, std::size_t position,
              std::string platform)
      : object_(object), file_(file) {
    sweep_.json_path = fmt::format("sweeps.{}", position);
    sweep_.platform = std::move(platform);
  }

  Sweep read() {
    sweep_.label = object_.at("label");
    base::Mistakes mistakes;
    read_settings(mistakes);
    read_engines();
    mistakes.collect([&] { read_algorithms(); });
    mistakes.collect([&] { read_input(); });
    mistakes.collect([&] { read_axes(); });
    mistakes.raise();  // the checks below assume that all of these are known
    check_settings();
    refuse_unused_keys();
    check_task();
    check_collective();
    return std::move(sweep_);
  }

 private:
  [[noreturn]] void refuse(const std::string& key, const std::string& value,
                           const std::string& accepted) const {
    throw base::ConfigError(file_, sweep_.json_path + "." + key, value, accepted);
  }

  /// True if no engine of the sweep uses the setting, but others do.
  bool is_ignored(std::string_view setting) const {
    return std::ranges::all_of(sweep_.engines,
                               [&](Engine engine) { return ignores(info_of(engine), setting); });
  }

  void read_settings(base::Mistakes& mistakes) {
    for (const Setting& setting : all_settings()) {
      if (!object_.contains(setting.key)) continue;
      const json& value = object_.at(setting.key);
      try {
        setting.read(value, sweep_);
      } catch (const base::FormatError& error) {
        // What the schema accepts, but its description does not.
        mistakes.collect([&] {
          refuse(std::string(setting.key),
                 value.is_object() ? error.what() : base::both_ends(value.dump(), kMostShown),
                 value.is_object() ? "" : setting.schema().at("description"));
        });
      }
    }
  }

  void read_engines() {
    const json& engines = object_.at("engines");
    if (engines.is_string()) {
      for (const EngineInfo& info : kEngines)
        if (runs(info.engine)) sweep_.engines.push_back(info.engine);
      return;
    }
    // Each engine once, in the order of kEngines, whatever the order in the file.
    for (const EngineInfo& info : kEngines)
      if (std::find(engines.begin(), engines.end(), info.name) != engines.end())
        sweep_.engines.push_back(info.engine);
  }

  void read_algorithms() {
    const json& given = object_.at("algorithms");
    const auto list = given.is_string() ? std::vector{given.get<std::string>()}
                                        : given.get<std::vector<std::string>>();
    const bool measured = std::ranges::any_of(sweep_.engines, measures);
    const bool known_to_mpi = algos::bytes_of(sweep_.value) != 2;
    const bool with_native = measured && known_to_mpi && !sweep_.step && !sweep_.training;
    const std::string json_path = sweep_.json_path + ".algorithms";
    sweep_.algorithms = read_algorithm_list(list, with_native, file_, json_path);
    for (const auto& [algorithm, place, by_keyword] : sweep_.algorithms)
      if (algos::info_of(algorithm).native && !with_native)
        throw base::ConfigError(
            file_, place,
            measured ? fmt::format("\"{}\" with values of type {}, which MPI lacks",
                                   algorithm.spec(), name_of(sweep_.value))
                     : fmt::format("\"{}\" without the engine mpi", algorithm.spec()),
            measured ? "algorithms of sparlab"
                     : "algorithms of sparlab, or \"mpi\" among the engines");
  }

  void read_input() {
    if (sweep_.step && sweep_.training)
      refuse("training", "beside \"step\"", "one of them in a sweep");
    const json input = object_.value("input", json("uniform"));
    sweep_.input = input_from_json(input.is_string() ? json{{"kind", input}} : input);
    if (inputs::is_real_data(sweep_.input.kind))
      sweep_.input.path = base::resolve_data_path(sweep_.input.path, file_);
    if (sweep_.training && sweep_.input.kind != inputs::InputKind::svmlight)
      refuse("input", std::string(name_of(sweep_.input.kind)),
             "svmlight with \"training\": a file of samples");
    if (sweep_.training && !(input.is_object() && input.contains("batch")))
      sweep_.input.batch = training::kDefaultBatch;
    if (sweep_.step) sweep_.step->workload = base::resolve_data_path(sweep_.step->workload, file_);
  }

  void read_axes() {
    sweep_.ranks = expand_count_axis(object_.at("P"), {file_, sweep_.json_path + ".P"});
    if (sweep_.ranks.back() > kMostRanks)
      refuse("P", std::to_string(sweep_.ranks.back()), fmt::format("at most {} ranks", kMostRanks));
    if (sweep_.step) return read_density_of_step();
    if (inputs::is_real_data(sweep_.input.kind)) {
      refuse_axes_of_data();
      if (object_.contains("N")) read_universes();
      return;
    }
    for (const char* key : {"N", "density"})
      if (!object_.contains(key))
        refuse(key, kMissingKey,
               fmt::format("an axis; the input kind \"{}\" needs it", name_of(sweep_.input.kind)));
    read_universes();
    sweep_.densities =
        expand_density_axis(object_.at("density"), {file_, sweep_.json_path + ".density"});
  }

  /// Samples may come from a larger universe than their largest index shows; a recording states its
  /// N.
  void refuse_axes_of_data() const {
    const bool samples = sweep_.input.kind == inputs::InputKind::svmlight;
    for (const char* key : {"N", "density"})
      if (object_.contains(key) && !(samples && key == std::string_view("N")))
        refuse(key, object_.at(key).dump(),
               fmt::format("no such key, because the data of input kind \"{}\" determine {}",
                           name_of(sweep_.input.kind), samples ? "density" : "N and density"));
  }

  /// Layers have their own N, and may have a density.
  void read_density_of_step() {
    if (object_.contains("N"))
      refuse("N", object_.at("N").dump(), "no such key, because the workload determines N");
    if (inputs::is_real_data(sweep_.input.kind))
      refuse("input", std::string(name_of(sweep_.input.kind)),
             "a generated input with \"step\": each exchange has a size of its own");
    sweep_.densities =
        object_.contains("density")
            ? expand_density_axis(object_.at("density"), {file_, sweep_.json_path + ".density"})
            : std::vector<double>{1};
    if (!(sweep_.densities.front() > 0)) refuse("density", "0", "densities above 0 with \"step\"");
  }

  /// Settings that a step or a training run has no use for.
  void check_task() const {
    if (!sweep_.step && !sweep_.training) return;
    const char* const task = sweep_.step ? "step" : "training";
    std::vector<std::string_view> unused = {
        "N",          "payload", "runs",       "routing", "link_statistics", "jobs", "job_hosts",
        "background", "groups",  "input_form", "index",   "collective",      "lag",  "roots"};
    if (sweep_.machine != MachineKind::hockney) unused.emplace_back("machine");
    if (sweep_.training)
      for (const char* key : {"repetitions", "value", "formats", "dense_switch"})
        unused.emplace_back(key);
    for (const std::string_view key : unused)
      if (object_.contains(key))
        refuse(std::string(key), base::both_ends(object_.at(key).dump(), kMostShown),
               fmt::format("no such key with \"{}\"", task));
    if (sweep_.training) return check_training();
    for (const Engine engine : sweep_.engines)
      if (!simulates(engine) && sweep_.step->stragglers.kind != runtime::loggp::Delays::Kind::none)
        refuse("engines", std::string(name_of(engine)),
               "engines that simulate with \"stragglers\"");
    const algos::AlgorithmInfo& dense = algos::info_of(sweep_.step->dense);
    if (dense.native || !dense.dense())
      refuse("step.dense", sweep_.step->dense.spec(), "a dense algorithm that sparlab runs itself");
    refuse_algorithms("a step");
  }

  void check_training() const {
    const json input = object_.value("input", json());
    if (sweep_.training->method.rule(1).coordinates > 0 && input.is_object() &&
        input.contains("batch"))
      refuse("input.batch", input.at("batch").dump(),
             "no batch with scd, which uses all samples in each step");
    for (const Engine engine : sweep_.engines)
      if (info_of(engine).method == Method::formula)
        refuse("engines", std::string(name_of(engine)), "engines that run code with \"training\"");
    refuse_algorithms("a training run");
  }

  /// Ranks must end with equal weights.
  void refuse_algorithms(const char* task) const {
    for (const SweepAlgorithm& item : sweep_.algorithms) {
      const auto refuse_for = [&](const char* accepted) {
        throw base::ConfigError(file_, item.json_path, item.algorithm.spec(),
                                fmt::format("in {}, {}", task, accepted));
      };
      if (algos::info_of(item.algorithm).native) refuse_for("algorithms that sparlab runs itself");
      if (algos::ranks_round_apart(item.algorithm))
        refuse_for("schedules in which all ranks add in one order");
    }
  }

  /// Keywords mean the algorithms that compute the collective.
  void check_collective() {
    const model::Collective collective = sweep_.collective;
    const SweepAlgorithm first = sweep_.algorithms.front();
    std::erase_if(sweep_.algorithms, [&](const SweepAlgorithm& item) {
      return item.by_keyword && !item.algorithm.implements(collective, sweep_.roots);
    });
    std::vector<SweepAlgorithm> kept = sweep_.algorithms;
    if (kept.empty()) kept.push_back(first);
    for (const SweepAlgorithm& item : kept) {
      try {
        item.algorithm.require(collective, sweep_.roots);
      } catch (const model::ParameterError& error) {
        throw base::ConfigError(
            file_, item.json_path,
            fmt::format("{} with collective {}", item.algorithm.spec(), error.value()),
            error.accepted());
      }
    }
  }

  void read_universes() {
    sweep_.universes = expand_count_axis(object_.at("N"), {file_, sweep_.json_path + ".N"});
    if (sweep_.universes.back() > largest_universe(sweep_.index))
      refuse("N", std::to_string(sweep_.universes.back()),
             fmt::format(R"(at most {} (2^32) with "index": "uint32", or "index": "uint64")",
                         largest_universe(sweep_.index)));
  }

  /// Checks what a schema cannot express.
  void check_settings() const {
    const json formats = object_.value("formats", json{"coo"});
    if (std::find(formats.begin(), formats.end(), "coo") == formats.end())
      refuse("formats", formats.dump(), "a list that contains coo, the format of sparse streams");
    if (algos::bytes_of(sweep_.value) == 2 && sweep_.index == algos::IndexType::uint64)
      refuse("index", "uint64",
             fmt::format(R"("uint32", since values are {})", name_of(sweep_.value)));
    for (const char* const key : {"lag", "roots"})
      if (object_.contains(key) && sweep_.collective != model::Collective::broadcast)
        refuse(key, object_.at(key).dump(), "this key only with collective broadcast");
    if (sweep_.roots > sweep_.ranks.front())
      refuse("roots", std::to_string(sweep_.roots),
             fmt::format("at most the least P ({})", sweep_.ranks.front()));
    const Repetitions& repetitions = sweep_.repetitions;
    if (repetitions.max < repetitions.min)
      refuse("repetitions.max", std::to_string(repetitions.max),
             fmt::format("a number that is not below \"min\" ({})", repetitions.min));
  }

  /// A setting without effect is a mistake that the user should know about.
  void refuse_unused_keys() const {
    // Measurements always carry data.
    const bool measures_data =
        sweep_.payload == Payload::data && std::ranges::any_of(sweep_.engines, measures);
    for (const auto& [key, value] : object_.items())
      if (is_ignored(key) && !(key == "payload" && measures_data))
        refuse(key, value.dump(),
               fmt::format("this key only with {}", engines_text(engines_that_use(key))));
    if (object_.contains("dense_switch") && !sweep_.formats.contains(model::Format::dense))
      refuse("dense_switch", object_.at("dense_switch").dump(),
             "this key only with dense among the formats");
    if (!is_ignored("platform") && sweep_.platform.empty())
      refuse("platform", kMissingKey,
             "a name from `sparlab list platforms` or the path of a platform file");
  }

  static constexpr std::size_t kMostShown = 80;

  const json& object_;
  const std::string& file_;
  Sweep sweep_;
};

template <class T>
bool contains(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// An engine or algorithm that the user asked for but no sweep has would be missing from the
/// results.
[[noreturn]] void refuse_unused(const char* option, const std::string& name,
                                const std::vector<std::string>& used) {
  throw base::ConfigError(
      "command line", option, fmt::format("\"{}\", which no sweep has", name),
      fmt::format("one or more of those in the sweeps: {}", fmt::join(used, ", ")),
      base::nearest_name(name, used));
}

void refuse_repeated_labels(const Experiment& experiment) {
  std::map<std::string, std::string> paths;
  for (const Sweep& sweep : experiment.sweeps)
    if (paths.emplace(sweep.label, sweep.json_path).first->second != sweep.json_path)
      throw base::ConfigError(experiment.file, sweep.json_path + ".label",
                              "\"" + sweep.label + "\"", "a label that no other sweep has");
}

std::vector<std::string> specs_of(const std::vector<model::Algorithm>& algorithms) {
  std::vector<std::string> specs;
  for (const model::Algorithm& algorithm : algorithms) specs.push_back(algorithm.spec());
  return specs;
}

/// Removes what cannot run any more: sweeps without engines or algorithms, and the MPI library's
/// own algorithm where mpi is no longer among the engines.
void drop_empty_sweeps(Experiment& experiment, const char* option,
                       const std::vector<std::string>& names) {
  for (Sweep& sweep : experiment.sweeps) {
    if (std::ranges::any_of(sweep.engines, measures)) continue;
    std::erase_if(sweep.algorithms,
                  [](const auto& item) { return algos::info_of(item.algorithm).native; });
  }
  std::erase_if(experiment.sweeps, [](const Sweep& sweep) {
    return sweep.engines.empty() || sweep.algorithms.empty();
  });
  if (experiment.sweeps.empty())
    throw base::ConfigError("command line", option, fmt::format("{}", fmt::join(names, ",")),
                            fmt::format("names for which a sweep of {} remains", experiment.file));
}

/// A sweep of several platforms is one of each. Engines without a platform run once.
void add_sweeps(const json& object, const std::string& file, std::size_t position,
                Experiment& experiment) {
  const json given = object.value("platform", json(""));
  const json platforms = given.is_array() ? given : json::array({given});
  for (const json& platform : platforms) {
    Sweep sweep = SweepReader(object, file, position, platform.get<std::string>()).read();
    if (&platform != &platforms.front())
      std::erase_if(sweep.engines, [](Engine one) { return !info_of(one).uses("platform"); });
    if (!sweep.engines.empty()) experiment.sweeps.push_back(std::move(sweep));
  }
}

}  // namespace

Experiment parse_experiment(const json& document, const std::string& file) {
  check_against_schema(document, file);
  Experiment experiment;
  experiment.file = file;
  experiment.name = document.at("name");
  experiment.title = document.value("title", experiment.name);
  const json& sweeps = document.at("sweeps");
  base::Mistakes mistakes;
  for (std::size_t i = 0; i < sweeps.size(); ++i)
    mistakes.collect([&] { add_sweeps(sweeps[i], file, i, experiment); });
  mistakes.raise();
  refuse_repeated_labels(experiment);
  return experiment;
}

void keep_engines(Experiment& experiment, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const std::optional<Engine> engine = engine_named(name);
    if (!engine) refuse_name("command line", "--engines", "engine", name, engine_names());
    if (!runs(*engine))
      throw base::ConfigError("command line", "--engines", name, engines_that_run());
  }
  std::vector<std::string> used;
  for (const EngineInfo& info : kEngines)
    if (std::any_of(experiment.sweeps.begin(), experiment.sweeps.end(),
                    [&](const Sweep& sweep) { return contains(sweep.engines, info.engine); }))
      used.emplace_back(info.name);
  for (const std::string& name : names)
    if (!contains(used, name)) refuse_unused("--engines", name, used);
  for (Sweep& sweep : experiment.sweeps)
    std::erase_if(sweep.engines,
                  [&](Engine engine) { return !contains(names, std::string(name_of(engine))); });
  drop_empty_sweeps(experiment, "--engines", names);
}

void keep_algorithms(Experiment& experiment, const std::vector<std::string>& wanted) {
  std::vector<model::Algorithm> used;
  for (const Sweep& sweep : experiment.sweeps)
    for (const SweepAlgorithm& item : sweep.algorithms)
      if (!contains(used, item.algorithm)) used.push_back(item.algorithm);
  for (const std::string& one : wanted)
    if (std::none_of(used.begin(), used.end(),
                     [&](const model::Algorithm& algorithm) { return is_wanted(algorithm, one); }))
      refuse_unused("--algorithms", one, specs_of(used));
  for (Sweep& sweep : experiment.sweeps)
    std::erase_if(sweep.algorithms, [&](const SweepAlgorithm& item) {
      return std::none_of(wanted.begin(), wanted.end(),
                          [&](const std::string& one) { return is_wanted(item.algorithm, one); });
    });
  drop_empty_sweeps(experiment, "--algorithms", wanted);
}

}  // namespace sparlab::experiments
