#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algos/formats/format.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/jobs.hpp"
#include "model/base/collective.hpp"
#include "model/base/rank_groups.hpp"
#include "runtime/loggp/machine_kind.hpp"
#include "runtime/loggp/routing.hpp"
#include "training/program/training_spec.hpp"
#include "workloads/schedules/step_spec.hpp"

namespace sparlab::experiments {

using runtime::loggp::MachineKind;

/// Up to here a double holds every whole number, so that all JSON parsers agree.
inline constexpr std::uint64_t kLargestWholeNumber = std::uint64_t{1} << 53U;

/// Ranks are counted in an int.
inline constexpr std::uint64_t kMostRanks = std::numeric_limits<int>::max();

/// The largest universe whose indices have this type.
constexpr std::uint64_t largest_universe(algos::IndexType type) {
  return type == algos::IndexType::uint32 ? std::uint64_t{1} << 32U : kLargestWholeNumber;
}

/// The contents of the messages of a simulated engine.
enum class Payload : std::uint8_t {
  counted,  ///< expected counts only: no data, any P
  data,     ///< the real entries of the input; results are checked
};

std::string_view name_of(Payload payload);

/// The form of a rank's input when an allreduce begins. An algorithm that works on the other form
/// converts it first, and its time includes that.
enum class InputForm : std::uint8_t {
  sparse,  ///< indices and values, as a selection gives them
  dense,   ///< values of all indices, as a gradient is computed
  own,     ///< of sweeps only: the form on which each algorithm works, so that none converts
};

std::string_view name_of(InputForm form);

/// A point on a platform with noise is simulated this often, unless `runs` is given.
inline constexpr std::uint64_t kDefaultRuns = 25;
inline constexpr std::uint64_t kMostRuns = 10000;

/// How an engine that measures repeats a point.
struct Repetitions {
  std::uint64_t warmup = 2;
  std::uint64_t min = 5;
  std::uint64_t max = 50;
  double budget_s = 5;  ///< no new repetition starts after this time

  bool operator==(const Repetitions&) const = default;
};

/// What all points of a sweep share, apart from input and platform.
struct Settings {
  model::Collective collective = model::Collective::allreduce;
  std::uint64_t lag = 1;    ///< steps whose changes a broadcast sends together
  std::uint64_t roots = 1;  ///< of a broadcast
  Payload payload = Payload::counted;
  MachineKind machine = MachineKind::hockney;                          ///< of the platform
  runtime::loggp::Routing routing = runtime::loggp::Routing::minimal;  ///< of machine network
  bool link_statistics =
      false;               ///< whether simgrid and machine network record the traffic of links
  std::uint64_t jobs = 1;  ///< allreduces that begin at once on machine network
  JobHosts job_hosts = JobHosts::consecutive;
  BackgroundLoad background;  ///< of machine network
  InputForm input_form = InputForm::sparse;
  algos::ValueType value = algos::ValueType::float32;
  algos::IndexType index = algos::IndexType::uint32;
  bool dense_switch = true;                                  ///< SparCML's switch to dense at delta
  model::FormatSet formats = model::FormatSet::published();  ///< of messages
  algos::ValueCode value_code = algos::ValueCode::none;      ///< of messages
  Repetitions repetitions;
  std::uint64_t runs = 0;          ///< simulated, where the platform has noise; 0: the plan chooses
  std::string launcher = "local";  ///< of ranks: a name or the path of a file
  std::uint64_t seed = 1;
  model::RankGroups groups;  ///< of the network, in which the ranks are
  /// What ranks run instead of a single allreduce; at most one of these.
  std::optional<workloads::StepSpec> step;
  std::optional<training::TrainingSpec> training;

  bool operator==(const Settings&) const = default;

  [[nodiscard]] model::FormatSet message_formats() const { return formats.with(value_code); }
  /// How many inputs are added up: those of all ranks, or those of a broadcast's steps.
  [[nodiscard]] std::uint64_t inputs_of(std::uint64_t ranks) const {
    return collective == model::Collective::broadcast ? lag : ranks;
  }
  /// A collective, "step" or "training run": what a point's time is that of.
  [[nodiscard]] std::string_view task() const {
    return step ? "step" : training ? "training run" : model::name_of(collective);
  }
};

/// One of the settings: everything about it but what it does.
struct Setting {
  /// Whether points are stored with the setting.
  enum class Stored : std::uint8_t {
    always,
    in_newer_points,  ///< always written; older points lack it and have the default
    unless_default,   ///< for new settings: the ids of existing points stay the same. Defaults of
                      ///< points are those of default_settings (planned_point.hpp)
  };
  using Label = std::function<std::string(const Settings&)>;

  std::string_view key;          ///< in experiments and points
  std::string_view option = {};  ///< of the command line; empty: only in files and by --set
  /// What an experiment may give, as JSON Schema. Its description is also the help of the option.
  std::function<nlohmann::json()> schema = {};
  std::function<nlohmann::json(const Settings&)> write = {};
  /// Errors  FormatError.
  std::function<void(const nlohmann::json&, Settings&)> read = {};
  Label label = {};  ///< for titles of tables and figures; empty where it need not be shown
  /// False if records that differ in the setting are comparable, as with more repetitions.
  bool compared = true;
  Stored stored = Stored::unless_default;
};

/// All settings, in the order in which titles show them. EngineInfo::settings lists those that only
/// some engines use. To add one, add a member to Settings and an entry here, use the member, and
/// write the new schema: `sparlab schema > experiments/experiment.schema.json`.
std::span<const Setting> all_settings();

/// The names of the engines that use a setting (or "platform"); empty if all engines do.
std::vector<std::string_view> engines_that_use(std::string_view setting);

/// True if some engines use the setting, but this one does not.
bool ignores(const EngineInfo& engine, std::string_view setting);

/// The settings as the points of one engine have them: ignored ones have a fixed value, so that
/// changing them does not change the point.
Settings settings_for(const EngineInfo& engine, const Settings& given);

}  // namespace sparlab::experiments
