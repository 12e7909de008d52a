#include <cstdint>
#include <vector>

#include "algos/steps/agree.hpp"
#include "model/costs/step_costs.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;

TEST_CASE("all ranks agree on the largest number and on the sum, at the model's cost") {
  for (int ranks = 1; ranks <= 33; ++ranks) {
    for (int largest = 0; largest < ranks; ++largest) {
      const auto run = runtime::loggp::run(
          runtime::loggp::Machine::hockney(1e-6, 1e-9), ranks, [&](runtime::Comm& comm) {
            const auto number =
                std::uint64_t{100} +
                static_cast<std::uint64_t>(comm.rank() == largest ? 1000 : comm.rank());
            CHECK(algos::agree_on_max(comm, number) == 1100);
          });
      model::Cost cost;
      model::add_agreement(cost, static_cast<std::uint64_t>(ranks));
      CAPTURE(ranks, largest);
      CHECK(static_cast<double>(run.messages) == cost.total_messages);
      CHECK(run.bytes == cost.total_bytes);
      model::Machine machine;
      machine.alpha_s = 1e-6;
      machine.beta_s_per_byte = 1e-9;
      CHECK(run.makespan_s() == Approx(cost.seconds(machine)).margin(0));
    }
    runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
      CHECK(algos::agree_on_sum(comm, comm.rank() + 1.0) == ranks * (ranks + 1) / 2);
    });
  }
}

TEST_CASE("an agreement without numbers above zero is zero") {
  runtime::loggp::run({}, 6, [](runtime::Comm& comm) {
    CHECK(algos::agree_on_max(comm, 0) == 0);
    CHECK(algos::agree_on_sum(comm, 0) == 0);
  });
}

TEST_CASE("ranks agree on several sums at once, and gather counts, at the model's cost") {
  for (int ranks = 1; ranks <= 33; ++ranks) {
    std::vector<double> expected;
    for (int rank = 0; rank < ranks; ++rank) expected.push_back(0.5 * rank);
    const auto run = runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
      const auto own = static_cast<std::uint64_t>(comm.rank());
      const auto all = static_cast<std::uint64_t>(ranks);
      CHECK(
          algos::agree_on_sums(comm, {own, 1, 2 * own, 0, 0, 0, 7}) ==
          std::vector<std::uint64_t>{all * (all - 1) / 2, all, all * (all - 1), 0, 0, 0, 7 * all});
      CHECK(algos::gather_counts(comm, 0.5 * comm.rank()) == expected);
    });
    model::Cost cost;
    model::add_agreement(cost, static_cast<std::uint64_t>(ranks), 7);
    model::add_count_gather(cost, static_cast<std::uint64_t>(ranks));
    CAPTURE(ranks);
    CHECK(static_cast<double>(run.messages) == cost.total_messages);
    CHECK(run.bytes == cost.total_bytes);
  }
}
