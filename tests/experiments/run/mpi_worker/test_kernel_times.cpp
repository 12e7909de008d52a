#include <nlohmann/json.hpp>

#include "experiments/run/mpi_worker/kernel_times.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run/mpi_worker/unwatched_processors.hpp"

namespace sparlab::experiments::run::mpi {

TEST_CASE("every kernel has a cost with an interval, and times of operations by their size") {
  // The processor's clock times the kernels, on any engine.
  machines::calibration::KernelCosts costs;
  runtime::loggp::run(runtime::loggp::Machine::hockney(1e-6, 1e-10), 1, [&](runtime::Comm& comm) {
    SteadyProcessors processors = unwatched(comm);
    costs = measure_kernels(comm, processors, 3);
  });
  CHECK(costs.ranks == 1);
  CHECK(costs.message_s.value == 0);
  for (std::size_t kernel = 0; kernel < costs.operations.size(); ++kernel) {
    const model::Repeated cost = costs.unit_cost(static_cast<model::KernelKind>(kernel));
    CHECK(cost.lo > 0);
    CHECK(cost.lo <= cost.value);
    CHECK(cost.value <= cost.hi);
    CHECK(cost.value < 1e-5);
  }
  for (const auto& operations : costs.operations) {
    REQUIRE(operations.back().units >= 1 << 14);
    for (std::size_t i = 0; i < operations.size(); ++i) {
      CHECK(operations[i].seconds.lo > 0);
      if (i > 0) CHECK(operations[i].units == 4 * operations[i - 1].units);
    }
    // A loaded machine ends the sizes early: 16 kB of a copy take a few times as long as 16 bytes.
    CHECK(operations.back().seconds.value > operations.front().seconds.value);
  }
  const nlohmann::json object = machines::calibration::to_json(costs);
  CHECK(machines::calibration::to_json(machines::calibration::kernel_costs_from_json(
            nlohmann::json::parse(object.dump()))) == object);
}

TEST_CASE("a short budget leaves out the largest operations") {
  machines::calibration::KernelCosts costs;
  runtime::loggp::run(runtime::loggp::Machine::hockney(1e-6, 1e-10), 1, [&](runtime::Comm& comm) {
    SteadyProcessors processors = unwatched(comm);
    costs = measure_kernels(comm, processors, 1e-3);
  });
  for (const auto& operations : costs.operations) CHECK(operations.back().units == 1 << 14);
}

TEST_CASE("two ranks of a host merge what they exchange, and say what a message costs") {
  machines::calibration::KernelCosts costs;
  double bytes = 0;
  runtime::loggp::run(runtime::loggp::Machine::hockney(1e-6, 1e-10), 2, [&](runtime::Comm& comm) {
    SteadyProcessors processors(comm, {[] { return 1e-7; }, [] { return 1e-6; }},
                                SteadyProcessors::Usual::shortest, {}, 0);
    runtime::decorators::CountingComm counted(comm);
    const auto of_rank = measure_kernels(counted, processors, 1);
    if (comm.rank() != 0) return;
    costs = of_rank;
    bytes = counted.total().bytes_sent;
  });
  CHECK(costs.ranks == 2);
  CHECK(costs.message_s.lo >= 0);
  CHECK(costs.message_s.value < 1e-4);
  CHECK(bytes > 1e7);
}

}  // namespace sparlab::experiments::run::mpi
