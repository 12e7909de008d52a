#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/analysis/machine_fit.hpp"
#include "model/analysis/machine_unknowns.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/problem.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

/// The machine whose times the tests generate.
MachineFit known_machine() {
  MachineFit fit;
  fit.machine = {.alpha_s = 3e-6,
                 .beta_s_per_byte = 0.4e-9,
                 .larger = {{16385, 9e-6, 0.2e-9}},
                 .gammas = {.dense_sum_s = 0.8e-9, .copy_s_per_byte = 0.1e-9}};
  fit.start_s = 2e-6;
  return fit;
}

Cost cost_of(Cost (*formula)(const Problem&, const DenseParameters&), std::uint64_t ranks,
             std::uint64_t elements, double copied_vectors) {
  const IdenticalFillIn vector(elements, static_cast<double>(elements));
  Cost cost =
      formula({.ranks = ranks, .fill_in = &vector, .wire = WireFormat::headerless(4, 4)}, {});
  for (Stage& stage : cost.critical_path) stage.work.copied_bytes = 0;
  cost.critical_path.front().work.copied_bytes = 4 * copied_vectors * static_cast<double>(elements);
  return cost;
}

const FittedWork& work_of(const MachineFit& fit, KernelKind kernel, bool cached) {
  return *std::ranges::find_if(fit.work, [&](const FittedWork& work) {
    return work.kernel == kernel && work.cached == cached;
  });
}

/// Three algorithms at 64 B to 64 MiB; run "far" has a crossing of 1.5 us.
std::vector<MeasuredCollective> times(const MachineFit& machine,
                                      const std::vector<std::uint64_t>& ranks) {
  std::vector<MeasuredCollective> measured;
  for (const std::uint64_t count : ranks) {
    for (const char* run : {"near", "far"}) {
      for (std::uint64_t elements = 16; elements <= 1U << 24U; elements *= 8) {
        for (const Cost& cost : {cost_of(dense_recursive_doubling, count, elements, 2),
                                 cost_of(dense_rabenseifner, count, elements, 1),
                                 cost_of(dense_ring, count, elements, 1)}) {
          const double crossing_s = std::string(run) == "far" ? 1.5e-6 : 0;
          measured.push_back({cost, machine.seconds(cost, crossing_s), run});
        }
      }
    }
  }
  return measured;
}

/// Multiplies each time by 1 + amplitude * x with x in [-1, 1], always the same.
void add_noise(std::vector<MeasuredCollective>& measured, double amplitude) {
  std::uint32_t state = 1;
  for (MeasuredCollective& one : measured) {
    state = state * 1664525U + 1013904223U;
    one.seconds *= 1 + amplitude * (static_cast<double>(state) / 2147483648.0 - 1);
  }
}

}  // namespace

TEST_CASE("a fit to generated times finds the protocol switch and predicts other ranks") {
  const MachineFit truth = known_machine();
  std::vector<MeasuredCollective> measured = times(truth, {8, 16});
  add_noise(measured, 0.02);
  const MachineFit fit = fit_machine(measured);
  REQUIRE(!fit.machine.larger.empty());
  // Between the sizes of the messages around 16 KiB.
  CHECK(fit.machine.larger[0].from_bytes > 4096);
  CHECK(fit.machine.larger[0].from_bytes <= 32769);
  CHECK(fit.machine.alpha_s == Approx(3e-6).epsilon(0.1));
  CHECK(fit.crossing_s.at("near") == Approx(0).margin(1e-7));
  CHECK(fit.crossing_s.at("far") == Approx(1.5e-6).epsilon(0.1));
  CHECK(fit.between_groups_s == 0);
  CHECK(fit.longest_crossing_s() == fit.crossing_s.at("far"));
  for (const MeasuredCollective& other : times(truth, {32})) {
    const double crossing_s = other.run == "far" ? 1.5e-6 : 0;
    CHECK(fit.seconds(other.cost, crossing_s) == Approx(other.seconds).epsilon(0.08));
  }
}

TEST_CASE("runs whose groups are known determine what a message between groups costs") {
  const MachineFit truth = known_machine();
  std::vector<MeasuredCollective> measured = times(truth, {8, 16});
  // Half of the messages of "far" join two groups, so that each of them takes 3 us longer.
  for (MeasuredCollective& one : measured) {
    one.between_groups.emplace();
    for (const Stage& stage : one.cost.critical_path)
      one.between_groups->push_back(one.run == "far" ? stage.messages / 2 : 0);
  }
  const MachineFit fit = fit_machine(measured);
  CHECK(fit.between_groups_s == Approx(3e-6).epsilon(0.05));
  CHECK(fit.longest_crossing_s() == fit.between_groups_s);
  CHECK(fit.crossing_s.empty());
  CHECK(fit.median_crossing_s() == fit.between_groups_s / 2);
  CHECK(fit.machine.alpha_s == Approx(3e-6).epsilon(0.05));
  CHECK(fit.crossing_of(measured) == 0);
  // A run of unknown groups has its own crossing beside them, although no other is unknown.
  for (const MeasuredCollective& one : times(truth, {8}))
    if (one.run == "far") measured.push_back({one.cost, one.seconds, "unknown"});
  const MachineFit both = fit_machine(measured);
  CHECK(both.between_groups_s == Approx(3e-6).epsilon(0.05));
  REQUIRE(both.crossing_s.size() == 1);
  CHECK(both.median_crossing_s() == Approx(1.5e-6).epsilon(0.1));
}

TEST_CASE("a machine of one segment is not split by noise") {
  MachineFit truth = known_machine();
  truth.machine.larger.clear();
  std::vector<MeasuredCollective> measured = times(truth, {8, 16});
  add_noise(measured, 0.03);
  const MachineFit fit = fit_machine(measured);
  CHECK(fit.machine.larger.empty());
  CHECK(fit.machine.beta_s_per_byte == Approx(0.4e-9).epsilon(0.1));
}

TEST_CASE("sums that exceed the caches have a cost of their own") {
  MachineFit truth = known_machine();
  WorkCurve& sums = truth.machine.gammas.curves[static_cast<std::size_t>(KernelKind::dense_sum)];
  sums = {{1 << 20, 0.8e-9 * (1 << 20)}, {1 << 22, 3e-9 * (1 << 22)}};
  const MachineFit fit = fit_machine(times(truth, {4, 8, 16}));
  CHECK(work_of(fit, KernelKind::dense_sum, false).unit_s >
        2 * work_of(fit, KernelKind::dense_sum, true).unit_s);
  for (const MeasuredCollective& other : times(truth, {32})) {
    const double crossing_s = other.run == "far" ? 1.5e-6 : 0;
    CHECK(fit.seconds(other.cost, crossing_s) == Approx(other.seconds).epsilon(0.05));
  }
}

TEST_CASE("no fitted beta is less than that of the port") {
  MachineFit truth = known_machine();
  truth.machine.larger[0].beta_s_per_byte = 0;
  truth.machine.gammas.dense_sum_s = 2e-9;
  const std::vector<MeasuredCollective> measured = times(truth, {8, 16});
  CHECK(fit_machine(measured).machine.least_beta() < 0.02e-9);
  CHECK(fit_machine(measured, {.least_beta_s_per_byte = 0.04e-9}).machine.least_beta() >= 0.04e-9);
  CHECK_THROWS_AS(fit_machine(measured, {.least_beta_s_per_byte = -1}), std::invalid_argument);
}

TEST_CASE("no message of a fitted machine takes less than a shorter one") {
  MachineFit truth = known_machine();
  // At the boundary, messages of the second protocol take 7 instead of 19 us.
  truth.machine.beta_s_per_byte = 1e-9;
  truth.machine.larger = {{16385, 4e-6, 0.2e-9}};
  const Machine fitted = fit_machine(times(truth, {8, 16})).machine;
  REQUIRE(!fitted.larger.empty());
  for (const Segment& segment : fitted.larger) {
    CAPTURE(segment.from_bytes);
    CHECK(segment.alpha_s >= 0);
    CHECK(fitted.message_s(segment.from_bytes) >=
          fitted.message_s(std::nextafter(segment.from_bytes, 0)) * (1 - 1e-9));
  }
}

TEST_CASE("alpha may fall where beta rises") {
  MachineFit truth = known_machine();
  // 8 us at the boundary on both sides.
  truth.machine.alpha_s = 6e-6;
  truth.machine.beta_s_per_byte = 0.12e-9;
  truth.machine.larger = {{16385, 3e-6, 0.31e-9}};
  const MachineFit fit = fit_machine(times(truth, {8, 16}));
  for (const MeasuredCollective& other : times(truth, {32})) {
    const double crossing_s = other.run == "far" ? 1.5e-6 : 0;
    CHECK(fit.seconds(other.cost, crossing_s) == Approx(other.seconds).epsilon(0.05));
  }
}

TEST_CASE("more runs of the same collectives are no evidence for another boundary") {
  MachineFit truth = known_machine();
  truth.machine.larger.clear();
  std::vector<MeasuredCollective> measured = times(truth, {8});
  // What no machine explains is the same in all runs.
  add_noise(measured, 0.1);
  std::vector<MeasuredCollective> repeated = measured;
  for (int copy = 0; copy < 5; ++copy)
    repeated.insert(repeated.end(), measured.begin(), measured.end());
  CHECK(fit_machine(measured).machine.larger.empty());
  CHECK(fit_machine(repeated).machine.larger.empty());
}

TEST_CASE("the crossing of an unknown run follows from its times") {
  const MachineFit machine = known_machine();
  std::vector<MeasuredCollective> measured;
  for (const MeasuredCollective& one : times(machine, {8}))
    if (one.run == "far") measured.push_back(one);
  CHECK(machine.crossing_of(measured) == Approx(1.5e-6).epsilon(1e-6));
  for (MeasuredCollective& one : measured) one.seconds = 0.5 * machine.seconds(one.cost, 0);
  CHECK(machine.crossing_of(measured) == 0);
}

TEST_CASE("a run of unknown placement has the median crossing") {
  MachineFit machine;
  CHECK(machine.median_crossing_s() == 0);
  machine.crossing_s = {{"a", 0}, {"b", 3e-6}, {"c", 1e-6}};
  CHECK(machine.median_crossing_s() == 1e-6);
}

TEST_CASE("times that do not determine a machine are refused with all that is missing") {
  const MachineFit truth = known_machine();
  const auto of = [&](const std::vector<std::uint64_t>& elements, bool several_algorithms,
                      std::size_t repeated) {
    std::vector<MeasuredCollective> measured;
    for (std::size_t time = 0; time < repeated; ++time)
      for (const std::uint64_t count : elements) {
        std::vector<Cost> costs = {cost_of(dense_ring, 8, count, 1)};
        if (several_algorithms) costs.push_back(cost_of(dense_recursive_doubling, 8, count, 2));
        for (const Cost& cost : costs) measured.push_back({cost, truth.seconds(cost, 0), "run"});
      }
    return measured;
  };
  const auto message = [](const std::vector<MeasuredCollective>& measured) -> std::string {
    try {
      fit_machine(measured);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK(message(of({1U << 20U}, true, 4)) ==
        "a fit of a machine needs messages of at least 3 sizes, of which the largest is 16 times "
        "the smallest, got 2 from 5.243e+05 to 4.194e+06 B: times of more N");
  CHECK(message(of({1000, 10'000, 100'000}, false, 3)) ==
        "a fit of a machine needs different numbers of messages: times of more P, or of another "
        "algorithm");
  CHECK(message(of({1000}, false, 1)) ==
        "a fit of a machine needs at least 8 times, got 1; messages of at least 3 sizes, of which "
        "the largest is 16 times the smallest, got 1 from 500 to 500 B: times of more N; different "
        "numbers of messages: times of more P, or of another algorithm");
  CHECK(message(of({1000, 10'000, 100'000}, true, 2)) == "accepted");
}

TEST_CASE("no fitted local work is faster than the memory of a core") {
  MachineFit truth = known_machine();
  truth.machine.gammas.dense_sum_s = 0;
  truth.machine.gammas.copy_s_per_byte = 0;
  const FitKnowledge known;
  for (const FittedWork& work : fit_machine(times(truth, {8, 16}), known).work) {
    CAPTURE(work.kernel, work.cached);
    CHECK(work.unit_s >= unit_cost_range({work.kernel, work.cached}, known).least_s);
  }
}

TEST_CASE("local work that no time has costs what the memory of a core allows") {
  std::vector<MeasuredCollective> measured = times(known_machine(), {8, 16});
  for (MeasuredCollective& one : measured) {
    one.seconds -= 0.1e-9 * one.cost.critical_path.front().work.copied_bytes;
    one.cost.critical_path.front().work.copied_bytes = 0;
  }
  const MachineFit fit = fit_machine(measured);
  for (const bool cached : {true, false}) {
    const FittedWork& copy = work_of(fit, KernelKind::copy, cached);
    const UnitCostRange allowed = unit_cost_range({KernelKind::copy, cached}, {});
    CHECK_FALSE(copy.determined);
    CHECK(copy.unit_s == Approx(allowed.middle_s()));
    CHECK(copy.low_s == Approx(allowed.least_s));
    CHECK(copy.high_s == Approx(allowed.most_s));
  }
  CHECK(work_of(fit, KernelKind::dense_sum, false).determined);
}

TEST_CASE("work that the times determine has a range around it") {
  const MachineFit fit = fit_machine(times(known_machine(), {4, 8, 16}));
  const FittedWork& sum = work_of(fit, KernelKind::dense_sum, false);
  CHECK(sum.determined);
  CHECK(sum.unit_s == Approx(0.8e-9).epsilon(0.1));
  CHECK(sum.low_s <= sum.unit_s);
  CHECK(sum.high_s >= sum.unit_s);
  CHECK(sum.high_s < 2 * sum.low_s);
}

TEST_CASE("times that a fit cannot attribute are refused") {
  std::vector<MeasuredCollective> measured = times(known_machine(), {8});
  CHECK_THROWS_AS(fit_machine(std::span(measured).first(7)), std::invalid_argument);
  measured[3].cost.critical_path[0].work.merged_entries = 5;
  CHECK_THROWS_AS(fit_machine(measured), std::invalid_argument);
  measured = times(known_machine(), {8});
  measured[0].seconds = -1;
  CHECK_THROWS_AS(fit_machine(measured), std::invalid_argument);
}
