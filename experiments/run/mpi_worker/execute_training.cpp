#include <cstdint>
#include <stdexcept>

#include "experiments/run/execution/training_record.hpp"
#include "experiments/run/mpi_worker/execute.hpp"
#include "training/program/training.hpp"

namespace sparlab::experiments::run::mpi {

Record execute_training(runtime::mpi::World& world, const PlannedPoint& planned) {
  if (!planned.problem) throw std::invalid_argument("a training run without its problem");
  const Point& point = planned.point;
  const training::Job job = job_of(point);
  const training::TrainingSet part =
      training::read_part(job, *planned.problem, point.input.path, planned.input_hash,
                          static_cast<std::uint64_t>(world.comm().rank()));
  training::Training own(job, part, planned.machine ? &*planned.machine : nullptr);
  own.run(world.comm());
  if (world.comm().rank() != 0) return {};
  Record record = training_record(point, own.curve());
  record.deterministic = false;
  return record;
}

}  // namespace sparlab::experiments::run::mpi
