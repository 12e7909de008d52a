#include "experiments/spec/plan/run_cost.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "algos/registry/registry.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "experiments/spec/points/repeating_calls.hpp"
#include "model/costs/block_slots.hpp"
#include "model/costs/problem.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/parameters/oktopk.hpp"
#include "model/parameters/servers.hpp"
#include "training/program/job.hpp"
#include "workloads/definition/workload_file.hpp"

namespace sparlab::experiments {
namespace {

constexpr double kProcess = 6.3e6;  ///< of the idle program

/// The sizes of a point's streams in bytes.
struct StreamSizes {
  double given = 0;      ///< the input
  double converted = 0;  ///< the same in another form, on which the algorithm works; 0: none
  double result = 0;
  double dense = 0;

  double input() const { return converted > 0 ? converted : given; }
};

StreamSizes sizes_of(const Point& point, const algos::AlgorithmInfo& info, double union_entries) {
  const double value = static_cast<double>(algos::bytes_of(point.value));
  const double entry = value + (point.index == algos::IndexType::uint32 ? 4 : 8);
  const double dense = value * static_cast<double>(point.universe);
  const double sparse = entry * static_cast<double>(point.nnz);
  const double own = info.dense_input ? dense : sparse;
  const bool begins = begins_dense(point, info);
  const double given = begins ? dense : sparse;
  const bool converts = info.dense_input != begins;
  return {given, converts ? own : 0, std::min(entry * union_entries, dense), dense};
}

/// The memory of the check: the inputs of all ranks, or sums of entries.
double check_bytes(const Point& point, bool exact, double union_entries) {
  constexpr double kEntry = 16;  // index and value in double precision
  constexpr double kSums = 5;    // result, inputs, error, lost mass, and one under construction
  if (!exact) return kSums * kEntry * union_entries;
  return kEntry * static_cast<double>(point.nnz) * static_cast<double>(point.ranks);
}

/// The data of all ranks while they reduce real data.
double data_bytes(const Point& point, const algos::MemoryAtPeak& held, const StreamSizes& sizes) {
  const auto ranks = static_cast<double>(point.ranks);
  const double kept = sizes.converted > 0 ? sizes.given : 0;
  return ranks * (kept + held.inputs * sizes.input() + held.results * sizes.result +
                  held.dense_vectors * sizes.dense + held.inputs_of_all * ranks * sizes.input());
}

/// Every rank is a process, and prepares the inputs of all calls before it times them.
double measured_bytes(const Point& point, const StreamSizes& sizes, bool exact) {
  constexpr double kMpiProcess = 16e6;
  constexpr double kGeneratedEntry = 24;  // held before the entries become a stream
  constexpr double kResiduals = 2.5;      // residuals, summed in double precision
  const auto calls = static_cast<double>(point.algorithm.period());
  return static_cast<double>(point.ranks) *
         (kMpiProcess + (1 + calls) * sizes.given + sizes.converted +
          kGeneratedEntry * static_cast<double>(point.nnz) +
          (exact ? 0 : kResiduals * sizes.result));
}

bool is_omnireduce(const Point& point) { return point.algorithm.name() == "omnireduce"; }

/// What a rank of omnireduce keeps of every slot: the state of its streams and a receive.
double slot_bytes(const Point& point) {
  constexpr double kOfSlot = 150;
  if (!is_omnireduce(point)) return 0;
  const model::OmnireduceParameters& parameters = point.algorithm.parameters();
  const model::BlockSlots slots({0, point.universe}, point.ranks, parameters);
  return kOfSlot * static_cast<double>(slots.slots());
}

/// The memory of a message in flight. Messages of omnireduce wait for their slot, and equal ones
/// are one: loggp keeps little more than what slot_bytes counts. Where all messages of an algorithm
/// are in flight, it splits its input, and ports of loggp keep the receives of a split by sender
/// (FromAll).
double bytes_in_flight(const Point& point, const algos::MemoryAtPeak& held) {
  constexpr double kOfSplit = 45;
  const bool ports = point.engine == Engine::loggp && point.machine != MachineKind::network;
  if (ports && is_omnireduce(point)) return 0;
  return ports && held.in_flight == 1 ? kOfSplit : info_of(point.engine).cost.bytes_in_flight;
}

/// The calls that an engine runs for one point: more than one if the algorithm keeps state, or the
/// platform has noise.
double calls_of(const Point& point) {
  return static_cast<double>(std::max<std::uint64_t>(1, point.runs)) *
         static_cast<double>(point.algorithm.period());
}

/// The calls of a period after which the state of an algorithm is renewed.
std::uint64_t renewals_of(const Point& point) {
  if (point.algorithm.name() != "oktopk") return 1;
  const model::OktopkParameters& parameters = point.algorithm.parameters();
  const std::uint64_t period = parameters.period();
  return period / parameters.tau + period / parameters.tau_prime - 1;
}

/// The calls that an engine simulates for one point: fewer where calls repeat. Links of simgrid
/// need more calls to settle than ports.
double simulated_calls_of(const Point& point) {
  if (!may_leave_out_calls(point)) return calls_of(point);
  const double settling = point.engine == Engine::simgrid ? 16 : 3;
  return std::min(calls_of(point), (1 + settling) * static_cast<double>(renewals_of(point)));
}

/// The memory of the trace of messages, which is dropped when it becomes too long.
double trace_bytes(const Point& point, double messages) {
  constexpr double kOfMessage = 150;  // a send, a posted receive, its end, in vectors that grow
  constexpr double kEvents = 3;
  if (point.ranks > kMostRanksCounted) return 0;
  return kOfMessage * std::min(messages * simulated_calls_of(point),
                               static_cast<double>(kMostTracedEvents) / kEvents);
}

/// What machine network costs more than the abstract machines of loggp: a message has an event for
/// each link that it passes.
struct LinkWork {
  double seconds = 0;
  double bytes = 0;
  double message = 1;
  double in_flight = 1;
};

LinkWork link_work(const Point& point) {
  if (point.engine == Engine::loggp && point.machine == MachineKind::network)
    return {3e-3, 2e6, 3, 6};
  return {};
}

/// The memory of the simulating process, without the data of the ranks.
double simulator_bytes(const Point& point, const algos::MemoryAtPeak& held, double messages) {
  const auto ranks = static_cast<double>(point.ranks * point.jobs);
  const SimulatorCost& simulator = info_of(point.engine).cost;
  return kProcess + simulator.bytes + link_work(point).bytes +
         (held.bytes_per_rank + simulator.bytes_per_rank + slot_bytes(point)) * ranks +
         held.bytes_per_pair * ranks * static_cast<double>(point.ranks) +
         (bytes_in_flight(point, held) * held.in_flight + held.bytes_per_message) * messages +
         trace_bytes(point, messages);
}

constexpr double kFormulaSeconds = 1e-4;

double value_bytes(const Point& point) { return static_cast<double>(algos::bytes_of(point.value)); }

/// The model's cost with uniform supports, whatever the input: accurate enough for this prediction.
std::optional<model::Cost> cost_of(const Point& point) {
  const model::UniformFillIn fill_in(point.universe, static_cast<double>(point.nnz));
  model::Problem problem;
  problem.ranks = point.ranks;
  problem.fill_in = &fill_in;
  problem.dense_switch = point.dense_switch;
  problem.formats = point.message_formats();
  problem.collective = point.collective;
  problem.lag = point.lag;
  problem.roots = point.roots;
  return point.algorithm.cost(problem);
}

/// The time to build the inputs, move and merge them, and check results against a serial sum.
double data_seconds(const Point& point, const model::Cost& cost) {
  constexpr double kOfDenseByte = 0.6e-9;
  constexpr double kOfSparseByte = 1.5e-9;
  constexpr double kSecondsPerEntry = 3e-7;
  const bool dense = algos::info_of(point.algorithm).dense_result;
  const auto ranks = static_cast<double>(point.ranks * point.jobs);
  return (dense ? kOfDenseByte : kOfSparseByte) * cost.total_bytes +
         kSecondsPerEntry * ranks * static_cast<double>(point.nnz);
}

/// Messages of omnireduce take more work than others: each is one of many that its receiver
/// expects, and has blocks of several streams.
double work_of_message(const Point& point) {
  constexpr double kOnLoggp = 1.3;
  constexpr double kOnOthers = 3.2;
  if (!is_omnireduce(point)) return 1;
  return point.engine == Engine::loggp ? kOnLoggp : kOnOthers;
}

/// The time to simulate one call.
double simulator_seconds(const Point& point, const model::Cost& cost) {
  constexpr double kSecondsPerListed = 0.11e-6;  // of a list of streams that a rank keeps
  const SimulatorCost& simulator = info_of(point.engine).cost;
  const algos::MemoryAtPeak& held = algos::info_of(point.algorithm).memory;
  const auto ranks = static_cast<double>(point.ranks);
  const LinkWork links = link_work(point);
  const double of_message = simulator.seconds_per_message +
                            simulator.seconds_per_message_and_doubling * std::log2(ranks) +
                            simulator.seconds_per_message_and_rank * ranks;
  const double in_flight =
      simulator.seconds_in_flight + simulator.seconds_in_flight_and_pair * ranks * ranks;
  return simulator.seconds_per_rank * ranks +
         cost.total_messages * (of_message * work_of_message(point) * links.message +
                                in_flight * held.in_flight * links.in_flight) +
         kSecondsPerListed * ranks * ranks * held.bytes_per_pair / algos::MemoryAtPeak::kListed;
}

/// The time of first touches of memory: of the process, of what the point holds, and of what is
/// allocated to move sparse data. Dense vectors have large pages and are reduced in place.
double page_seconds(const Point& point, const model::Cost& cost, double memory_bytes,
                    double page_s) {
  constexpr double kPage = 4096;
  constexpr double kStart = 1.2e6;
  constexpr double kOfSparseMoved = 0.4;
  constexpr double kOfDenseMoved = 0.05;
  constexpr double kOfDenseHeld = 0.1;
  const double held = memory_bytes - kProcess - info_of(point.engine).cost.bytes;
  if (point.payload == Payload::counted) return page_s / kPage * (kStart + held);
  const bool dense = algos::info_of(point.algorithm).dense_result;
  const double moved = simulated_calls_of(point) * cost.total_bytes;
  return page_s / kPage *
         (kStart + (dense ? kOfDenseHeld : 1) * held +
          (dense ? kOfDenseMoved : kOfSparseMoved) * moved);
}

/// What shares the network: the messages of all jobs, and those of a background, if it has as many
/// hosts as there are ranks and lasts as long as a rank's bytes.
void add_others(model::Cost& cost, const Point& point) {
  const auto jobs = static_cast<double>(point.jobs);
  cost.total_messages *= jobs;
  cost.total_bytes *= jobs;
  const BackgroundLoad& background = point.background;
  if (background.present())
    cost.total_messages += background.load * cost.total_bytes / background.bytes;
}

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

double predict_memory_bytes(const Point& point, double messages) {
  if (info_of(point.engine).method == Method::formula) return kProcess;
  const algos::AlgorithmInfo& info = algos::info_of(point.algorithm);
  const algos::MemoryAtPeak& held = info.memory;
  const bool exact = info.exactness == algos::Exactness::exact;
  const model::UniformFillIn fill_in(point.universe, static_cast<double>(point.nnz));
  const double union_entries =
      std::min(held.result_block * fill_in.distinct(point.inputs_of(point.ranks)),
               static_cast<double>(point.universe));
  const StreamSizes sizes = sizes_of(point, info, union_entries);
  const double data = data_bytes(point, held, sizes) + check_bytes(point, exact, union_entries);
  if (measures(point.engine)) return measured_bytes(point, sizes, exact) + data;
  const double simulator = simulator_bytes(point, held, messages);
  return point.payload == Payload::data ? simulator + data * static_cast<double>(point.jobs)
                                        : simulator;
}

double predict_rank_bytes(const Point& point, double union_entries) {
  const algos::AlgorithmInfo& info = algos::info_of(point.algorithm);
  const double held_entries =
      std::min(info.memory.result_block * union_entries, static_cast<double>(point.universe));
  return data_bytes(point, info.memory, sizes_of(point, info, held_entries)) /
         static_cast<double>(point.ranks);
}

namespace {

/// The costs of all exchanges of a step, and of its computation where that is emulated.
RunCost cost_of_step(const Point& point, double page_s) {
  const workloads::StepSpec& spec = *point.step;
  const workloads::Workload workload = workloads::workload_of(spec);
  const auto steps = static_cast<double>(spec.steps > 0 ? spec.steps : point.algorithm.period());
  const double repeated =
      measures(point.engine)
          ? static_cast<double>(point.repetitions.warmup + point.repetitions.min + 1)
          : 0;
  RunCost sum{repeated * steps * workload.compute_s(), 0};
  for (const workloads::Exchange& exchange :
       workloads::exchanges_of(workload, spec.schedule, point.density)) {
    Point one = point;
    one.step.reset();
    one.universe = exchange.parameters;
    one.nnz = exchange.nonzeros;
    if (exchange.dense) one.algorithm = spec.dense;
    const RunCost cost = predict_run_cost(one, page_s);
    sum.wall_s += cost.wall_s * (spec.steps > 0 ? steps / calls_of(one) : 1);
    sum.memory_bytes = std::max(sum.memory_bytes, cost.memory_bytes);
  }
  // The gradient of each rank, and the sum of what it received.
  if (measures(point.engine))
    sum.memory_bytes += 2 * static_cast<double>(point.ranks) *
                        static_cast<double>(algos::bytes_of(point.value)) *
                        static_cast<double>(workload.parameters());
  return sum;
}

/// All ranks compute in one process on engines that simulate.
RunCost cost_of_training(const Point& point) {
  constexpr double kSecondsPerProduct = 3e-9;
  constexpr double kSecondsPerEntry = 5e-9;
  const training::TrainingSpec& spec = *point.training;
  const auto samples = inputs::shared_svmlight(point.input.path, 0);
  const training::Problem problem = training::problem_of(*samples, *spec.loss, spec.l2);
  const auto ranks = static_cast<double>(point.ranks);
  const auto parameters = static_cast<double>(problem.parameters());
  const double steps =
      static_cast<double>(problem.samples) / (ranks * static_cast<double>(point.input.batch));
  const double products = static_cast<double>(samples->features.size() * problem.outputs());
  const double of_epoch =
      kSecondsPerProduct * products + kSecondsPerEntry * parameters * ranks * (1 + steps);
  training::Job job{point.ranks, spec.method, point.algorithm, spec.epochs, {}, {}};
  return {0.05 + static_cast<double>(spec.epochs) * of_epoch, kProcess + memory_of(job, problem)};
}

}  // namespace

RunCost predict_run_cost(const Point& point, double page_s) {
  if (point.step) return cost_of_step(point, page_s);
  if (point.training) return cost_of_training(point);
  if (!simulates(point.engine))
    return {measures(point.engine) ? mpi_seconds(point) : kFormulaSeconds,
            predict_memory_bytes(point, 0)};
  std::optional<model::Cost> cost = cost_of(point);
  if (!cost) return {};
  add_others(*cost, point);
  const double calls = simulated_calls_of(point);
  RunCost predicted;
  predicted.memory_bytes = predict_memory_bytes(point, cost->total_messages);
  predicted.wall_s = info_of(point.engine).cost.seconds + link_work(point).seconds +
                     calls * simulator_seconds(point, *cost);
  if (point.payload == Payload::data) predicted.wall_s += calls * data_seconds(point, *cost);
  predicted.wall_s += page_seconds(point, *cost, predicted.memory_bytes, page_s);
  return predicted;
}

}  // namespace sparlab::experiments
