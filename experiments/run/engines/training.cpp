#include "training/program/training.hpp"

#include <exception>
#include <functional>
#include <optional>

#include "base/errors/errors.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/execution/training_record.hpp"
#include "inputs/formats/svmlight_file.hpp"
#include "runtime/loggp/engine.hpp"
#include "training/problem/trial_rate.hpp"
#ifdef SPARLAB_HAVE_SIMGRID
#include "sim/engine.hpp"
#endif

namespace sparlab::experiments::run {
namespace {

using Body = std::function<void(runtime::Comm&)>;

#ifdef SPARLAB_HAVE_SIMGRID
void run_on_simgrid(const platforms::PlatformFile& platform, int ranks, const Body& body) {
  sim::run(platform.simulated(static_cast<std::uint64_t>(ranks)), ranks, body);
}
#else
void run_on_simgrid(const platforms::PlatformFile&, int, const Body&) {
  throw base::EnvironmentError("this sparlab was built without SimGrid (SPARLAB_WITH_SIMGRID=OFF)");
}
#endif

}  // namespace

Record execute_training(const Point& point, const platforms::PlatformFile& platform) {
  const training::TrainingSpec& spec = *point.training;
  training::TrainingSet set;
  set.samples = inputs::shared_svmlight(point.input.path, 0);
  set.problem = training::problem_of(*set.samples, *spec.loss, spec.l2);
  if (spec.rate.rate == 0) set.problem.usual_rate = training::trial_rate(set.problem, *set.samples);
  const model::Machine machine = platform.machine(point.ranks);
  training::Training training(job_of(point), set, &machine);
  const Body body = [&](runtime::Comm& comm) { training.run(comm); };
  const auto ranks = static_cast<int>(point.ranks);
  std::optional<training::Stop> stop;
  try {
    if (point.engine == Engine::simgrid) {
      run_on_simgrid(platform, ranks, body);
    } else {
      runtime::loggp::Machine simulated = platform.loggp_hockney(point.ranks);
      simulated.noise.seed = point.seed;
      runtime::loggp::run(simulated, ranks, body);
    }
  } catch (const std::exception& error) {
    // What was recorded before an error counts.
    if (training.curve().epochs.empty()) throw;
    stop = training::Stop{training.curve().epochs.back().steps, 0, error.what()};
  }
  training::Curve curve = training.curve();
  if (stop) curve.stop = stop;
  Record record = training_record(point, std::move(curve));
  note_noise(record, point.engine, platform);
  return record;
}

}  // namespace sparlab::experiments::run
