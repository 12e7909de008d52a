#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/mpi_worker/calibration.hpp"
#include "experiments/mpi_worker/execute_mpi.hpp"
#include "experiments/platforms/machine_json.hpp"
#include "experiments/points/planned_point.hpp"
#include "experiments/records/record_json.hpp"
#include "experiments/system/file_descriptor.hpp"
#include "experiments/system/whole_file.hpp"
#include "runtime/mpi/world.hpp"

/// The program that `sparlab` starts through mpirun.
///
/// sparlab-mpi-worker POINTS RECORDS: every rank runs all points of the file POINTS; rank 0 creates
/// the file RECORDS and appends a line when a point is finished.
/// sparlab-mpi-worker --calibrate PLATFORM: measures this machine and writes the platform file.
namespace {

using namespace sparlab;
using namespace sparlab::experiments;

/// One write per line, so that a process that follows the file sees whole lines.
void append(const std::string& file, const std::string& text) {
  const FileDescriptor output(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666));
  if (output.valid()) {
    const ssize_t written = ::write(output.get(), text.data(), text.size());
    if (written == static_cast<ssize_t>(text.size())) return;
    if (written >= 0) errno = ENOSPC;  // an incomplete write does not set errno
  }
  throw std::runtime_error("cannot write " + file + ": " + std::strerror(errno));
}

void run_points(runtime::mpi::World& world, const std::string& points, const std::string& records) {
  const std::vector<PlannedPoint> todo = read_points_file(points);
  if (world.comm().rank() == 0) append(records, "");  // an empty file: the worker has started
  for (const PlannedPoint& planned : todo) {
    const model::Machine* const machine = planned.machine ? &*planned.machine : nullptr;
    Record record =
        run_and_describe(planned, [&] { return mpi::execute_mpi(world, planned.point, machine); });
    if (world.comm().rank() != 0) continue;
    if (machine != nullptr)
      record.environment.emplace("chosen_by", machine_to_json(*machine).dump());
    record.environment.emplace("mpi_library", world.library_version());
    append(records, record_to_line(record) + "\n");
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
  if (argc != 3) world.abort("usage: sparlab-mpi-worker POINTS RECORDS | --calibrate PLATFORM", 2);
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
