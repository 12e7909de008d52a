#pragma once

#include <array>
#include <optional>

#include "experiments/spec/points/point.hpp"
#include "experiments/spec/points/record.hpp"
#include "model/base/cost.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::experiments::run {

/// Runs one point and fills the fields of the record that follow from the run.
using Execute = Record (*)(const Point& point, const platforms::PlatformFile& platform);

Record execute_model(const Point& point, const platforms::PlatformFile& platform);
Record execute_loggp(const Point& point, const platforms::PlatformFile& platform);
Record execute_simgrid(const Point& point, const platforms::PlatformFile& platform);

/// The same for points that are a step or a training run, on every engine that does not measure.
Record execute_step(const Point& point, const platforms::PlatformFile& platform);
Record execute_training(const Point& point, const platforms::PlatformFile& platform);

/// The code of an engine.
struct EngineCode {
  Engine engine;
  Execute execute;
};

/// All engines but `mpi`, which runs in the mpi worker, and `measured`. Each has a source file.
inline constexpr std::array kEngineCode = {EngineCode{Engine::model, execute_model},
                                           EngineCode{Engine::loggp, execute_loggp},
                                           EngineCode{Engine::simgrid, execute_simgrid}};

/// Runs one point on its engine (any that does not measure). The spread of runs of the platform
/// adds p10_s and p90_s. The caller sets identity, environment and times of the host.
///
/// `simgrid` allows only one run in a process, so callers fork.
/// Errors  inputs::DataError, runtime::CommError, EnvironmentError (the engine was not built).
Record execute(const Point& point, const platforms::PlatformFile& platform);

/// Points on the same platform may share a set-up: a process makes it, and each point runs in a
/// fork of this process.

/// True if it pays to share a set-up.
bool shares_setup(const Point& point);

/// True if both points can have the same set-up; both must share one.
bool same_setup(const Point& a, const platforms::PlatformFile& platform_of_a, const Point& b,
                const platforms::PlatformFile& platform_of_b);

/// Makes the set-up for points with at most the ranks of this one. Once in a process.
/// Errors  runtime::CommError, EnvironmentError.
void set_up(const Point& largest, const platforms::PlatformFile& platform);

/// What records of engines with links say where the platform has groups of hosts
/// (network.host_groups).
inline constexpr const char* kGroupsLeftOut = "left out: links have latencies";

/// Notes in the record which delays the platform's noise has, if any, or that the engine ignored
/// them.
void note_noise(Record& record, Engine engine, const platforms::PlatformFile& platform);

/// The time that the closed form predicts for a point; nullopt for unknown algorithms and those
/// without a model.
/// Errors  model::ParameterError: settings that the point's P and N do not accept.
std::optional<double> predicted_seconds(const Point& point,
                                        const platforms::PlatformFile& platform);

}  // namespace sparlab::experiments::run
