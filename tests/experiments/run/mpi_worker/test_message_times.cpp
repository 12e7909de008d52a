#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "experiments/run/mpi_worker/message_times.hpp"
#include "experiments/run/mpi_worker/series_in_budget.hpp"
#include "machines/calibration/calibration.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run/mpi_worker/unwatched_processors.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

using machines::calibration::Benchmark;
using machines::calibration::Calibration;
using machines::calibration::MessageTimes;

machines::calibration::MessageTimes measured(const runtime::loggp::Machine& machine, int ranks,
                                             double budget_s) {
  machines::calibration::MessageTimes times;
  runtime::loggp::run(machine, ranks, [&](runtime::Comm& comm) {
    SteadyProcessors processors = unwatched(comm);
    const machines::calibration::MessageTimes of_rank =
        measure_messages(comm, processors, budget_s);
    if (comm.rank() == 0) times = of_rank;
  });
  return times;
}

machines::calibration::Calibration calibrated(const runtime::loggp::Machine& machine,
                                              double budget_s) {
  const std::vector<machines::calibration::MessageTimes> times = {measured(machine, 2, budget_s),
                                                                  measured(machine, 4, budget_s)};
  return machines::calibration::fit_calibration(times, {});
}

}  // namespace

TEST_CASE("a machine of the loggp engine is found again from its messages") {
  // 100 Mbit/s, where 8 MiB do not fit into the budget, and a machine where they do.
  for (const auto& [alpha_s, beta_s, budget_s] :
       {std::tuple(1.3e-5, 8.5e-8, 10.0), std::tuple(1e-6, 1e-10, 1.0)}) {
    const machines::calibration::Calibration found =
        calibrated(runtime::loggp::Machine::hockney(alpha_s, beta_s), budget_s);
    CAPTURE(alpha_s);
    REQUIRE(found.one_way.segments.size() == 1);
    CHECK(found.one_way.segments.front().alpha_s.value == Approx(alpha_s).epsilon(1e-3));
    CHECK(found.one_way.segments.front().beta_s_per_byte.value == Approx(beta_s).epsilon(1e-3));
    CHECK(found.slowdowns.size() == 6);
    for (const machines::calibration::Slowdown& slowdown : found.slowdowns) {
      CAPTURE(machines::calibration::name_of(slowdown.benchmark), slowdown.ranks);
      for (const auto& point : slowdown.points)
        CHECK(point.factor.value == Approx(1).epsilon(0.01));
    }
  }
}

TEST_CASE("every benchmark has a share of the budget, whatever the earlier ones took") {
  CHECK(share_s(9, 0, 3, 3) == 3);
  CHECK(share_s(9, 1, 2, 3) == 4);  // what the first one left
  CHECK(share_s(9, 64, 1, 3) == 1.5);
}

TEST_CASE("long messages are measured in the patterns of allreduces until the budget is used up") {
  const auto machine = runtime::loggp::Machine::hockney(1e-5, 8.5e-8);
  const auto series_of = [&](int ranks, double budget_s) {
    machines::calibration::MessageTimes times;
    runtime::loggp::run(machine, ranks, [&](runtime::Comm& comm) {
      SteadyProcessors processors = unwatched(comm);
      const machines::calibration::MessageTimes of_rank =
          measure_long_messages(comm, processors, budget_s);
      if (comm.rank() == 0) times = of_rank;
    });
    return times.series;
  };
  REQUIRE(series_of(2, 2).size() == 1);
  const auto series = series_of(4, 4);
  REQUIRE(series.size() == 3);
  const machines::calibration::TrainTimes& exchange = series[0].sizes.at(1);
  CHECK(exchange.bytes == 524288);
  CHECK(exchange.seconds.size() > 3);
  CHECK(exchange.seconds[0] / exchange.rounds == Approx(1e-5 + 8.5e-8 * 524288).epsilon(1e-3));
  CHECK_THROWS_AS(series_of(4, 0.1), BudgetTooShort);
}

TEST_CASE("what ports of the loggp engine gain by a pause is found") {
  auto machine = runtime::loggp::Machine::hockney(1e-5, 8e-8);
  machine.slowdowns.tree = {{64, 1}, {1024, 0.5}, {65536, 1}};
  const machines::calibration::Calibration found = calibrated(machine, 20);
  REQUIRE(found.one_way.segments.size() == 1);
  CHECK(found.one_way.segments[0].alpha_s.value == Approx(1e-5).epsilon(0.01));
  // Each train begins with a full token bucket, by which it is shorter.
  const double beta_s_per_byte = found.one_way.segments[0].beta_s_per_byte.value;
  CHECK(beta_s_per_byte < 8e-8);
  CHECK(beta_s_per_byte == Approx(8e-8).epsilon(0.02));
  for (const machines::calibration::Slowdown& slowdown : found.slowdowns) {
    if (slowdown.benchmark != Benchmark::ping_pong) continue;
    for (const auto& point : slowdown.points) {
      CAPTURE(point.bytes);
      CHECK(point.factor.value ==
            Approx(model::slowdown_at(machine.slowdowns.tree, point.bytes)).epsilon(0.02));
    }
  }
}

TEST_CASE("protocols and a shared port of the loggp engine are found") {
  auto machine = runtime::loggp::Machine::hockney(1e-5, 2e-8);
  machine.larger = {{65536, 2e-3, 1e-8}};
  machine.slowdowns.exchange = machine.slowdowns.ring = {{65535, 1}, {65536, 2}};
  const machines::calibration::Calibration found = calibrated(machine, 20);
  REQUIRE(found.one_way.segments.size() == 2);
  CHECK(found.one_way.segments[1].from_bytes == 65536);
  CHECK(found.one_way.segments[1].alpha_s.value == Approx(2e-3).epsilon(0.01));
  CHECK(found.one_way.segments[1].beta_s_per_byte.value == Approx(1e-8).epsilon(0.01));
  for (const machines::calibration::Slowdown& slowdown : found.slowdowns) {
    // In an all-to-all, the ports of a rank are not always busy at the same time.
    if (slowdown.benchmark == Benchmark::all_to_all) continue;
    const bool both_ways =
        slowdown.benchmark != Benchmark::incast && slowdown.benchmark != Benchmark::ping_pong;
    for (const auto& point : slowdown.points) {
      CAPTURE(machines::calibration::name_of(slowdown.benchmark), slowdown.ranks, point.bytes);
      CHECK(point.factor.value == Approx(both_ways && point.bytes >= 65536 ? 2 : 1).epsilon(0.05));
    }
  }
}

TEST_CASE("the measurement keeps to its budget, and its JSON has all of it") {
  const auto machine = runtime::loggp::Machine::hockney(1e-5, 8.5e-8);
  double end_s = 0;
  machines::calibration::MessageTimes times;
  runtime::loggp::run(machine, 8, [&](runtime::Comm& comm) {
    SteadyProcessors processors = unwatched(comm);
    const machines::calibration::MessageTimes of_rank = measure_messages(comm, processors, 8);
    if (comm.rank() != 0) return;
    times = of_rank;
    end_s = comm.now();
  });
  CHECK(end_s > 4);
  CHECK(end_s < 8.5);
  const nlohmann::json object = machines::calibration::to_json(times);
  const machines::calibration::MessageTimes again =
      machines::calibration::message_times_from_json(nlohmann::json::parse(object.dump()));
  CHECK(machines::calibration::to_json(again) == object);
  CHECK(again.ranks == 8);
  CHECK(again.series.size() == 5);
}

}  // namespace sparlab::experiments::run::mpi
