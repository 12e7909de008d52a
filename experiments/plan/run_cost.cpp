#include "experiments/plan/run_cost.hpp"

#include <algorithm>
#include <optional>

#include "experiments/plan/memory_use.hpp"
#include "model/costs/problem.hpp"
#include "model/fill_in/uniform_fill_in.hpp"

namespace sparlab::experiments {
namespace {

constexpr double kFormulaSeconds = 1e-4;

double value_bytes(const Point& point) { return point.value == algos::ValueType::float32 ? 4 : 8; }

/// The model's cost with uniform supports, whatever the input: accurate enough for this prediction.
std::optional<model::Cost> cost_of(const Point& point) {
  const model::UniformFillIn fill_in(point.universe, static_cast<double>(point.nnz));
  model::Problem problem;
  problem.ranks = point.ranks;
  problem.fill_in = &fill_in;
  problem.dense_switch = point.dense_switch;
  problem.formats = point.formats;
  return point.algorithm.cost(problem);
}

/// The time to build the inputs, move and merge them, and check results against a serial sum.
double data_seconds(const Point& point, const model::Cost& cost) {
  constexpr double kSecondsPerByte = 3e-9;
  constexpr double kSecondsPerEntry = 2e-7;
  const auto ranks = static_cast<double>(point.ranks);
  return kSecondsPerByte * cost.total_bytes +
         kSecondsPerEntry * ranks * static_cast<double>(point.nnz);
}

/// The time to simulate the messages of one call.
double simulator_seconds(const Point& point, const model::Cost& cost) {
  const SimulatorCost& simulator = info_of(point.engine).cost;
  const auto ranks = static_cast<double>(point.ranks);
  double seconds = simulator.seconds_per_message * cost.total_messages;
  for (const model::Stage& stage : cost.critical_path)
    if (stage.name == "split")
      seconds += simulator.seconds_per_message_in_flight * ranks * stage.messages * stage.messages;
  return seconds;
}

/// The calls that an engine runs for one point: more than one if the algorithm keeps state.
double calls_of(const Point& point) { return static_cast<double>(point.algorithm.period()); }

/// All repetitions, at the speed of a dense allreduce whose ranks share one memory bus. The budget
/// ends them early, but not before the minimum number. Each repetition is a whole period, and so is
/// the untimed one that is checked.
double mpi_seconds(const Point& point) {
  constexpr double kSecondsPerByte = 1e-9;
  const double dense_bytes = value_bytes(point) * static_cast<double>(point.universe);
  const double period =
      calls_of(point) * kSecondsPerByte * dense_bytes * static_cast<double>(point.ranks);
  const double least =
      static_cast<double>(point.repetitions.warmup + point.repetitions.min + 1) * period;
  const double all = static_cast<double>(point.repetitions.warmup + point.repetitions.max) * period;
  return 0.05 + std::max(least, std::min(all, point.repetitions.budget_s));
}

}  // namespace

RunCost predict_run_cost(const Point& point) {
  if (!simulates(point.engine))
    return {measures(point.engine) ? mpi_seconds(point) : kFormulaSeconds,
            predict_memory_bytes(point, 0)};
  const std::optional<model::Cost> cost = cost_of(point);
  if (!cost) return {};
  const double calls = calls_of(point);
  RunCost predicted;
  predicted.memory_bytes = predict_memory_bytes(point, cost->total_messages);
  predicted.wall_s = calls * simulator_seconds(point, *cost);
  if (point.payload == Payload::data) predicted.wall_s += calls * data_seconds(point, *cost);
  predicted.wall_s = std::max(predicted.wall_s, 2e-3);
  return predicted;
}

}  // namespace sparlab::experiments
