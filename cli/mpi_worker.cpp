#include <exception>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/mpi_worker/calibrated_platform.hpp"
#include "experiments/mpi_worker/execute_mpi.hpp"
#include "experiments/platforms/platform_file.hpp"
#include "experiments/points/planned_point.hpp"
#include "experiments/records/record_lines.hpp"
#include "experiments/system/whole_file.hpp"
#include "experiments/system/worker_results.hpp"
#include "runtime/mpi/world.hpp"

/// The program that `sparlab` starts through mpirun.
///
/// sparlab-mpi-worker POINTS RESULTS: every rank runs all points of the file POINTS; rank 0 writes
/// the results to the named pipe RESULTS.
/// sparlab-mpi-worker --calibrate PLATFORM: measures this machine and writes the platform file.
namespace {

using namespace sparlab;
using namespace sparlab::experiments;

void run_points(runtime::mpi::World& world, const std::string& points, const std::string& results) {
  const std::vector<PlannedPoint> todo = read_points_file(points);
  std::optional<ResultWriter> writer;
  if (world.comm().rank() == 0) writer.emplace(results);
  for (const PlannedPoint& planned : todo) {
    const model::Machine* const machine = planned.machine ? &*planned.machine : nullptr;
    Record record =
        run_and_describe(planned, [&] { return mpi::execute_mpi(world, planned.point, machine); });
    if (!writer) continue;
    if (machine != nullptr)
      record.environment.emplace("chosen_by", machine_to_json(*machine).dump());
    record.environment.emplace("mpi_library", world.library_version());
    writer->send({true, record_to_line(record)});
  }
}

void calibrate(runtime::mpi::World& world, const std::string& file) {
  if (world.comm().size() < 2) throw std::runtime_error("calibration needs two ranks");
  const mpi::Calibration calibration = mpi::calibrate(world.comm());
  if (world.comm().rank() != 0) return;
  const std::string name = std::filesystem::path(file).stem().string();
  write_whole_file(file, mpi::platform_json(calibration, name));
}

}  // namespace

int main(int argc, char** argv) {
  runtime::mpi::World world(&argc, &argv);
  if (argc != 3) world.abort("usage: sparlab-mpi-worker POINTS RESULTS | --calibrate PLATFORM", 2);
  try {
    if (std::string_view(argv[1]) == "--calibrate") {
      calibrate(world, argv[2]);
    } else {
      run_points(world, argv[1], argv[2]);
    }
  } catch (const std::bad_alloc&) {
    world.abort("out of memory", 3);
  } catch (const std::exception& error) {
    // If a rank only exited, the others would wait for it.
    world.abort(error.what(), 3);
  }
  return 0;
}
