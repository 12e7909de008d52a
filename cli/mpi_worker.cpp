#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/system/standard_streams.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/run/mpi_worker/execute.hpp"
#include "experiments/run/mpi_worker/kernel_times.hpp"
#include "experiments/run/mpi_worker/message_times.hpp"
#include "experiments/run/mpi_worker/other_load.hpp"
#include "experiments/run/mpi_worker/placement.hpp"
#include "experiments/run/mpi_worker/series_in_budget.hpp"
#include "experiments/run/mpi_worker/steady_processors.hpp"
#include "experiments/run/mpi_worker/texts.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "machines/calibration/measure.hpp"
#include "machines/launchers/worker_request.hpp"
#include "machines/launchers/worker_results.hpp"
#include "platforms/files/platform_file.hpp"
#include "runtime/mpi/world.hpp"

/// The program that `sparlab` starts through a launcher, without arguments. Rank 0 reads a
/// WorkerRequest from its standard input and writes the results to its standard output.
///
/// SPARLAB_CHUNK_BYTES says whether long messages travel in chunks; equal on all ranks.
namespace {

using namespace sparlab;
using experiments::run::mpi::SteadyProcessors;

/// The standard output of this process. What libraries print there goes to standard error from now
/// on, so that it cannot come between results.
base::FileDescriptor take_standard_output() {
  base::FileDescriptor output(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return output;
}

/// Rank 0 reads the request and sends it to all.
machines::WorkerRequest receive_request(runtime::Comm& comm) {
  std::string text;
  if (comm.rank() == 0) text = machines::read_request(base::FileDescriptor(::dup(STDIN_FILENO)));
  return machines::request_from_json(experiments::run::mpi::broadcast_text(comm, text));
}

/// A launcher of another MPI library starts each rank as a program of its own.
void require_ranks(const machines::WorkerRequest& request, int started) {
  if (request.ranks == static_cast<std::uint64_t>(started)) return;
  throw std::runtime_error(
      fmt::format("the launcher started {} ranks instead of {}; it must be that of the MPI library "
                  "that sparlab was built with",
                  started, request.ranks));
}

experiments::run::mpi::ProcessorProbe probe_of(runtime::mpi::World& world) {
  return {[&world] { return world.processor_round_trip_s(); },
          [&world] { return experiments::run::mpi::work_of_core_s(world.comm()); }};
}

void run_points(runtime::mpi::World& world, const machines::WorkerRequest& request,
                machines::ResultWriter* results) {
  std::vector<experiments::PlannedPoint> points;
  for (const nlohmann::json& object : request.work.at("points"))
    points.push_back(experiments::planned_point_from_json(object));
  const std::map<std::string, std::string> places =
      experiments::run::mpi::gather_places(world.comm());
  SteadyProcessors processors(world.comm(), probe_of(world), SteadyProcessors::Usual::known,
                              points.empty() ? std::nullopt : points.front().processor_round_trip_s,
                              request.work.at("patience_s").get<double>());
  for (const experiments::PlannedPoint& planned : points) {
    const model::Machine* const machine = planned.machine ? &*planned.machine : nullptr;
    experiments::Record record = experiments::run_and_describe(planned, [&] {
      if (planned.point.training) return experiments::run::mpi::execute_training(world, planned);
      if (planned.point.step)
        return experiments::run::mpi::execute_step(world, processors, planned);
      return experiments::run::mpi::execute_mpi(world, processors, planned.point, machine);
    });
    if (results == nullptr) continue;
    if (planned.chosen_by) record.environment["chosen_by"] = *planned.chosen_by;
    record.environment["mpi_library"] = world.library_version();
    record.environment["mpi.chunk_bytes"] =
        runtime::mpi::chunk_bytes_text(world.transfer().chunk_bytes);
    record.environment.add_missing(places);
    results->send({true, experiments::records::record_to_line(record)});
  }
}

std::optional<machines::calibration::ProcessorState> state_of(SteadyProcessors& processors) {
  const SteadyProcessors::Seen seen = processors.take_seen();
  if (!(seen.round_trip_s > 0)) return std::nullopt;
  return machines::calibration::ProcessorState{seen.round_trip_s, seen.moved};
}

nlohmann::json measured(runtime::Comm& comm, SteadyProcessors& processors,
                        const machines::calibration::Task& task, double start_s) {
  processors.begin();
  const experiments::run::mpi::OtherLoadWatch watch;
  if (task.subject == machines::calibration::Subject::kernels) {
    machines::calibration::KernelCosts costs =
        experiments::run::mpi::measure_kernels(comm, processors, task.budget_s);
    costs.others = watch.gather(comm);
    costs.processors = state_of(processors);
    return machines::calibration::to_json(costs);
  }
  if (comm.size() < 2) throw std::runtime_error("messages need two ranks");
  machines::calibration::MessageTimes times =
      task.subject == machines::calibration::Subject::long_messages
          ? experiments::run::mpi::measure_long_messages(comm, processors, task.budget_s)
          : experiments::run::mpi::measure_messages(comm, processors, task.budget_s);
  times.others = watch.gather(comm);
  times.processors = state_of(processors);
  times.measured_s = comm.now() - start_s;
  return machines::calibration::to_json(times);
}

void calibrate(runtime::mpi::World& world, const machines::WorkerRequest& request,
               machines::ResultWriter* results) {
  const machines::calibration::Task task = machines::calibration::task_from_json(request.work);
  try {
    SteadyProcessors processors(world.comm(), probe_of(world), SteadyProcessors::Usual::shortest,
                                task.known_round_trip_s, task.budget_s / 4);
    const double start_s = world.comm().now();
    nlohmann::json result = measured(world.comm(), processors, task, start_s);
    // Messages that were measured before the processors came together for the first time do not
    // count. Local work does not depend on how far apart they are.
    if (task.subject != machines::calibration::Subject::kernels && processors.have_come_together())
      result = measured(world.comm(), processors, task, start_s);
    if (results != nullptr) results->send({true, result.dump()});
  } catch (const experiments::run::mpi::BudgetTooShort& error) {
    // All ranks find it at the same time, and one says so.
    if (results != nullptr) results->send({false, error.what()});
  }
}

void run(runtime::mpi::World& world, base::FileDescriptor output) {
  const machines::WorkerRequest request = receive_request(world.comm());
  require_ranks(request, world.comm().size());
  machines::require_environment(request);
  std::optional<machines::ResultWriter> results;
  if (world.comm().rank() == 0) results.emplace(std::move(output), request.token);
  machines::ResultWriter* const writer = results ? &*results : nullptr;
  switch (request.task) {
    case machines::WorkerTask::points:
      return run_points(world, request, writer);
    case machines::WorkerTask::calibration:
      return calibrate(world, request, writer);
  }
}

/// A rank whose chunk size is not accepted ends before it starts MPI, and the launcher ends the
/// others.
std::unique_ptr<runtime::mpi::World> start_mpi(int* argc, char*** argv) {
  try {
    return std::make_unique<runtime::mpi::World>(argc, argv,
                                                 runtime::mpi::transfer_from_environment());
  } catch (const runtime::mpi::TransferError& error) {
    std::fprintf(stderr, "sparlab-mpi-worker: %s\n", error.what());
    std::exit(2);
  }
}

}  // namespace

int main(int argc, char** argv) {
  base::open_closed_standard_streams();
  base::FileDescriptor output = take_standard_output();
  const auto started = start_mpi(&argc, &argv);
  runtime::mpi::World& world = *started;
  try {
    run(world, std::move(output));
  } catch (const std::bad_alloc&) {
    world.abort("out of memory", 3);
  } catch (const std::exception& error) {
    // If a rank only exited, the others would wait for it.
    world.abort(error.what(), 3);
  }
  return 0;
}
