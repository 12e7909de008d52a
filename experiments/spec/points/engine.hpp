#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sparlab::experiments {

/// The enumerators index kEngines.
enum class Engine : std::uint8_t { model, loggp, simgrid, mpi, measured };

/// How an engine obtains a time.
enum class Method : std::uint8_t {
  formula,      ///< evaluates closed forms; one process runs many points
  simulation,   ///< runs the algorithm in a simulator; one process a point, or a fork of one
  measurement,  ///< runs the algorithm on MPI, started by mpirun, and measures
  published,    ///< times that others measured; nothing runs it, `sparlab import` reads them
};

/// How figures draw the times of an engine.
enum class Pen : std::uint8_t { band, dashes, dots, symbols };

/// The host resources that a simulator takes, from which run times and memory are predicted.
struct SimulatorCost {
  double seconds = 0;
  double seconds_per_rank = 0;
  double seconds_per_message = 0;
  double seconds_per_message_and_doubling = 0;  ///< of P: the events wait in a heap
  double seconds_per_message_and_rank = 0;      ///< messages of other ranks share its links
  double seconds_in_flight = 0;                 ///< for each message in flight, besides
  double seconds_in_flight_and_pair = 0;        ///< and pair of ranks: their routes meet
  double bytes = 0;
  double bytes_per_rank = 0;
  double bytes_in_flight = 0;  ///< for each message in flight
};

/// Everything about an engine but its code, which engines/execute.hpp names.
struct EngineInfo {
  Engine engine;
  std::string_view name;
  std::string_view title;  ///< one line, for `sparlab list engines`
  Method method;
  /// Of the settings that some engines ignore, those that this engine uses. It is an error to set
  /// one that no engine of a sweep uses. Unused array elements are empty.
  std::array<std::string_view, 10> settings;
  bool needs_links = false;  ///< runs only on platforms with links
  Pen pen = Pen::symbols;
  SimulatorCost cost = {};  ///< simulations only

  constexpr bool uses(std::string_view setting) const {
    return std::ranges::find(settings, setting) != settings.end();
  }
};

/// All engines, in the order of tables and figures.
inline constexpr std::array kEngines = {
    EngineInfo{.engine = Engine::model,
               .name = "model",
               .title = "closed formulas, no execution",
               .method = Method::formula,
               .settings = {"platform", "machine", "groups"},
               .pen = Pen::band},
    EngineInfo{.engine = Engine::loggp,
               .name = "loggp",
               .title = "the real code on an abstract machine (alpha-beta or LogGP), up to a "
                        "million ranks",
               .method = Method::simulation,
               .settings = {"platform", "machine", "payload", "runs", "routing", "link_statistics",
                            "jobs", "job_hosts", "background", "groups"},
               .pen = Pen::dashes,
               // In flight: a receive, two requests of the ranks, and the received message and
               // stream.
               .cost = {.seconds = 0.5e-3,
                        .seconds_per_rank = 15e-6,
                        .seconds_per_message = 0.15e-6,
                        .seconds_per_message_and_doubling = 0.03e-6,
                        .seconds_in_flight = 0.1e-6,
                        .bytes_per_rank = 3.5e3,
                        .bytes_in_flight = 130}},
    // SimGrid recomputes the sharing of links whenever a flow starts or ends. Where
    // every rank sends to all others, a message takes 10 to 20 us at P = 256 and 25 to 35 at 512,
    // on piz-daint. Its memory is that on a platform of some thousand hosts.
    EngineInfo{.engine = Engine::simgrid,
               .name = "simgrid",
               .title = "the real code on a simulated network with its topology and contention",
               .method = Method::simulation,
               .settings = {"platform", "payload", "link_statistics"},
               .needs_links = true,
               .pen = Pen::dots,
               .cost = {.seconds = 1e-3,
                        .seconds_per_message = 5e-6,
                        .seconds_per_message_and_rank = 14e-9,
                        .seconds_in_flight_and_pair = 0.05e-9,
                        .bytes = 22e6,
                        .bytes_per_rank = 40e3,
                        .bytes_in_flight = 2200}},
    EngineInfo{.engine = Engine::mpi,
               .name = "mpi",
               .title = "the real code on MPI, measured, results checked",
               .method = Method::measurement,
               .settings = {"repetitions", "launcher"}},
    EngineInfo{.engine = Engine::measured,
               .name = "measured",
               .title = "published measurements of other machines, read by sparlab import",
               .method = Method::published,
               .settings = {"groups"}}};

constexpr const EngineInfo& info_of(Engine engine) {
  return kEngines[static_cast<std::size_t>(engine)];
}

static_assert(std::ranges::all_of(kEngines, [](const EngineInfo& info) {
  return &info == &info_of(info.engine);
}));

constexpr std::string_view name_of(Engine engine) { return info_of(engine).name; }

constexpr bool measures(Engine engine) { return info_of(engine).method == Method::measurement; }
/// True if an experiment may ask for the engine.
constexpr bool runs(Engine engine) { return info_of(engine).method != Method::published; }
/// True if its times are those of real machines, with noise.
constexpr bool observes(Engine engine) { return measures(engine) || !runs(engine); }
constexpr bool simulates(Engine engine) { return info_of(engine).method == Method::simulation; }

/// The inverse of name_of; nullopt for unknown names.
constexpr std::optional<Engine> engine_named(std::string_view name) {
  for (const EngineInfo& info : kEngines)
    if (info.name == name) return info.engine;
  return std::nullopt;
}

}  // namespace sparlab::experiments
