#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "runtime/loggp/engine.hpp"
#include "runtime/measure.hpp"
#include "tests/catch.hpp"

using namespace sparlab::runtime;

TEST_CASE("every rank learns the largest value, NaN being larger than all") {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    for (int holder = 0; holder < ranks; ++holder) {
      loggp::run(loggp::Machine::hockney(1, 0), ranks, [&](Comm& comm) {
        const bool holds = comm.rank() == holder;
        CHECK(max_over_ranks(comm, holds ? 2.5 : -comm.rank()) == 2.5);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        CHECK(std::isnan(max_over_ranks(comm, holds ? nan : 1.0)));
      });
    }
  }
}

TEST_CASE("a sample is the time of the slowest rank, without preparation and barrier") {
  loggp::Machine machine = loggp::Machine::hockney(1e-6, 0);
  machine.rates = {1, 1, 1, 1};
  MeasureOptions options;
  options.warmup = 2;
  options.min_repetitions = 6;
  options.max_repetitions = 50;
  options.budget_s = 1e9;
  loggp::run(machine, 5, [&](Comm& comm) {
    int prepared = 0;
    const auto prepare = [&] {
      ++prepared;
      comm.charge({WorkKind::copy, 1000});
    };
    const auto body = [&] { comm.charge({WorkKind::merge, comm.rank() == 3 ? 7.0 : 2.0}); };
    const Measurement measured = measure(comm, options, prepare, body);
    CHECK(prepared == 8);
    REQUIRE(measured.samples_s.size() == 6);
    for (const double sample_s : measured.samples_s) CHECK(sample_s == Approx(7).epsilon(1e-9));
    CHECK(measured.stopped_by == StopReason::interval);
    CHECK(measured.warmup == 2);
  });
}

TEST_CASE("a repetition that does not count is repeated and costs no budget") {
  loggp::Machine machine = loggp::Machine::hockney(0, 0);
  machine.rates = {1, 1, 1, 1};
  MeasureOptions options;
  options.warmup = 1;
  options.min_repetitions = 3;
  options.max_repetitions = 3;
  options.budget_s = 100;
  loggp::run(machine, 2, [&](Comm& comm) {
    double next = 1;
    int asked = 0;
    const Measurement measured = measure(
        comm, options, [] {},
        [&] {
          comm.charge({WorkKind::copy, next++});
        },
        [&] { return ++asked % 3 == 0; });
    // The warm-up takes 1 s, and of the others every third counts.
    CHECK(measured.samples_s == std::vector<double>{4, 7, 10});
    CHECK(measured.left_out == 6);
    CHECK(measured.stopped_by == StopReason::max_repetitions);
  });
}

TEST_CASE("repeating stops at the budget, but not before the least number of repetitions") {
  loggp::Machine machine = loggp::Machine::hockney(0, 0);
  machine.rates = {1, 1, 1, 1};
  MeasureOptions options;
  options.warmup = 0;
  options.min_repetitions = 3;
  options.max_repetitions = 10;
  for (const auto& [budget_s, repetitions, reason] :
       {std::tuple(0.0, 3U, StopReason::budget), std::tuple(10.0, 4U, StopReason::budget),
        std::tuple(1e9, 10U, StopReason::max_repetitions)}) {
    options.budget_s = budget_s;
    loggp::run(machine, 2, [&, wanted = repetitions, why = reason](Comm& comm) {
      double next = 1;
      const auto body = [&] { comm.charge({WorkKind::merge, next++}); };  // 1, 2, 3, ... s
      const Measurement measured = measure(
          comm, options, [] {}, body);
      CHECK(measured.samples_s.size() == wanted);
      CHECK(measured.stopped_by == why);
    });
  }
}
