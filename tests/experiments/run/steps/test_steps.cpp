#include <string>
#include <vector>

#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/steps/engines.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run::steps;
using workloads::Progress;
using workloads::ScheduleKind;

namespace {

using StepEngine = StepResult (*)(const StepPlan&, const platforms::PlatformFile&);
constexpr StepEngine kStepEngines[] = {step_by_model, step_on_loggp};

const platforms::PlatformFile& ideal() {
  static const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("ideal", "test", "platform"));
  return platform;
}

/// Four layers, whose backward passes take `backward_s` each. The update takes 1 ms.
workloads::Workload network(double backward_s) {
  workloads::Workload workload;
  for (const char* name : {"a", "b", "c", "d"})
    workload.layers.push_back({.name = name,
                               .parameters = 1 << 20,
                               .forward_s = backward_s / 2,
                               .backward_s = backward_s,
                               .update_s = 0.25e-3});
  return workload;
}

workloads::StepSpec spec_of(ScheduleKind kind, Progress progress = Progress::offloaded) {
  workloads::StepSpec spec;
  spec.schedule.kind = kind;
  spec.progress = progress;
  return spec;
}

StepPlan plan(const workloads::Workload& workload, const workloads::StepSpec& spec,
              std::uint64_t ranks, const char* algorithm, std::uint64_t seed = 1) {
  Point point;
  point.algorithm = model::Algorithm(algorithm);
  point.ranks = ranks;
  point.universe = workload.parameters();
  point.density = 0.01;
  point.seed = seed;
  point.step = spec;
  return plan_step(point, workload);
}

void check_sum(const StepTimes& times) {
  CHECK(times.compute_s + times.selection_s + times.exposed_s + times.update_s ==
        Approx(times.step_s).epsilon(1e-9));
  CHECK(times.hidden_s >= 0);
}

}  // namespace

TEST_CASE("a step of one rank is its computation and its update") {
  for (const StepEngine run : kStepEngines) {
    const StepPlan step = plan(network(2e-3), spec_of(ScheduleKind::buckets), 1, "dense_ring");
    const StepTimes times = run(step, ideal()).times;
    CHECK(times.step_s == Approx(12e-3 + 1e-3));
    CHECK(times.exposed_s + times.hidden_s + times.selection_s == Approx(0).margin(1e-12));
  }
}

TEST_CASE("a blocking step is the sum of computation, selection, exchange and update") {
  const StepPlan step =
      plan(network(2e-3), spec_of(ScheduleKind::blocking), 8, "ssar_recursive_double");
  REQUIRE(step.exchanges.size() == 1);
  const StepTimes times = step_by_model(step, ideal()).times;
  const double exchange_s = *run::predicted_seconds(step.exchanges[0].point, ideal());
  CHECK(times.selection_s == Approx(1e-9 * 4 * (1 << 20)));  // 1 ns an entry
  CHECK(times.exposed_s > exchange_s);                       // and the addition of the result
  CHECK(times.hidden_s == 0);
  check_sum(times);
}

TEST_CASE("an accelerator selects and adds instead of the processor, in all engines") {
  platforms::PlatformFile platform = ideal();
  for (const StepEngine run : kStepEngines)
    for (const Progress progress : {Progress::offloaded, Progress::thread, Progress::calls}) {
      INFO(name_of(progress));
      const StepPlan step =
          plan(network(2e-3), spec_of(ScheduleKind::layers, progress), 8, "ssar_recursive_double");
      platform.accelerator = {.select_s = platform.gammas.select_s,
                              .scatter_s = platform.gammas.scatter_s};
      const StepTimes before = run(step, ideal()).times;
      CHECK(run(step, platform).times.step_s == Approx(before.step_s));  // the same rates
      platform.accelerator = {.select_s = 0, .scatter_s = 0};
      const StepTimes times = run(step, platform).times;
      CHECK(times.selection_s == Approx(0).margin(1e-12));
      CHECK(times.step_s < before.step_s);
    }
}

TEST_CASE("recorded exchanges wait for their gradient and for each other") {
  workloads::Workload workload = network(10);
  const double recorded_s[] = {1, 30, 4, 5};
  for (std::size_t i = 0; i < 4; ++i) workload.layers[i].exchange_s = recorded_s[i];
  const StepPlan step = plan(workload, spec_of(ScheduleKind::layers), 4, "dense_ring");
  const StepResult result = step_as_recorded(step);
  // The forward pass takes 20 s. Layer d is ready at 30, c at 40, b at 50, a at 60.
  const std::vector<double> ends_s = {35, 44, 80, 81};
  REQUIRE(result.last.exchanges.size() == ends_s.size());
  for (std::size_t i = 0; i < ends_s.size(); ++i)
    CHECK(result.last.exchanges[i].end_s == Approx(ends_s[i]));
  CHECK(result.times.compute_s == Approx(60));
  CHECK(result.times.exposed_s == Approx(21));
  CHECK(result.times.hidden_s == Approx(5 + 4 + 10));
  check_sum(result.times);
}

TEST_CASE("the parts of a step add up to it, and interruptions make it no shorter") {
  for (const StepEngine run : kStepEngines) {
    for (const auto kind : {ScheduleKind::blocking, ScheduleKind::layers, ScheduleKind::buckets,
                            ScheduleKind::by_size}) {
      for (const char* algorithm : {"ssar_split_allgather", "dense_ring", "topk_allgather"}) {
        INFO(name_of(kind) << ' ' << algorithm);
        double offloaded_s = 0;
        for (const Progress progress : {Progress::offloaded, Progress::thread, Progress::calls}) {
          INFO(name_of(progress));
          const StepPlan step = plan(network(1e-3), spec_of(kind, progress), 8, algorithm);
          const StepTimes times = run(step, ideal()).times;
          check_sum(times);
          CHECK(times.compute_s == Approx(6e-3));
          if (progress == Progress::offloaded) offloaded_s = times.step_s;
          CHECK(times.step_s >= offloaded_s * (1 - 1e-9));
        }
      }
    }
  }
}

TEST_CASE("model and loggp agree on steps of dense exchanges between powers of two") {
  for (const Progress progress : {Progress::offloaded, Progress::thread, Progress::calls}) {
    INFO(name_of(progress));
    const StepPlan step =
        plan(network(1e-3), spec_of(ScheduleKind::layers, progress), 8, "dense_rabenseifner");
    const double model_s = step_by_model(step, ideal()).times.step_s;
    CHECK(step_on_loggp(step, ideal()).times.step_s == Approx(model_s).epsilon(0.05));
  }
  const StepPlan step =
      plan(network(1e-3), spec_of(ScheduleKind::buckets), 16, "dense_recursive_doubling");
  const double model_s = step_by_model(step, ideal()).times.step_s;
  CHECK(step_on_loggp(step, ideal()).times.step_s == Approx(model_s).epsilon(1e-9));
}

TEST_CASE("an exchange that fits below the computation is hidden by a schedule of layers") {
  const workloads::Workload workload = network(50e-3);
  const StepTimes layers =
      step_by_model(plan(workload, spec_of(ScheduleKind::layers), 8, "dense_ring"), ideal()).times;
  const StepTimes blocking =
      step_by_model(plan(workload, spec_of(ScheduleKind::blocking), 8, "dense_ring"), ideal())
          .times;
  CHECK(layers.hidden_s > 2 * layers.exposed_s);
  CHECK(layers.step_s < blocking.step_s);
  CHECK(blocking.hidden_s == 0);
}

TEST_CASE("several streams of exchanges share the network and end one step after the other") {
  workloads::StepSpec spec = spec_of(ScheduleKind::layers);
  spec.steps = 3;
  std::vector<double> steps_s;
  for (const std::uint64_t streams : {1, 2, 4}) {
    spec.streams = streams;
    const StepResult result =
        step_on_loggp(plan(network(0.2e-3), spec, 8, "dense_recursive_doubling"), ideal());
    check_sum(result.times);
    steps_s.push_back(result.times.step_s);
    CHECK(result.last.begin_s == Approx(2 * result.times.step_s).epsilon(1e-6));
  }
  // Their local work overlaps with the messages of others.
  CHECK(steps_s[1] < steps_s[0]);
  CHECK(steps_s[2] <= steps_s[1] * (1 + 1e-9));
}

TEST_CASE("stragglers delay a step, equally for equal seeds") {
  workloads::StepSpec spec = spec_of(ScheduleKind::buckets);
  spec.steps = 4;
  const auto step_s = [&](std::uint64_t seed) {
    return step_on_loggp(plan(network(1e-3), spec, 16, "ssar_recursive_double", seed), ideal())
        .times.step_s;
  };
  const double alike_s = step_s(1);
  spec.stragglers = {.kind = runtime::loggp::Delays::Kind::exponential, .typical = 0.2};
  const double seed1_s = step_s(1);
  CHECK(seed1_s > alike_s);
  CHECK(step_s(1) == seed1_s);
  CHECK(step_s(2) != seed1_s);
}

TEST_CASE("steps of an algorithm with state are the mean over its period") {
  const StepPlan step =
      plan(network(0.1e-3), spec_of(ScheduleKind::blocking), 4, "oktopk(tau=4,tau_prime=2)");
  CHECK(step.algorithm.period() > 1);
  const StepResult mean = step_on_loggp(step, ideal());
  StepPlan first = step;
  first.spec.steps = 1;
  CHECK(step_on_loggp(first, ideal()).times.step_s > mean.times.step_s);
}

TEST_CASE("local steps compute before one exchange, and update in between") {
  workloads::StepSpec spec = spec_of(ScheduleKind::layers);
  const StepPlan one = plan(network(2e-3), spec, 8, "dense_ring");
  spec.local_steps = 5;
  const StepPlan five = plan(network(2e-3), spec, 8, "dense_ring");
  CHECK(five.compute_s() == Approx(5 * one.compute_s() + 4 * 1e-3));
  for (const StepEngine run : kStepEngines) {
    const StepTimes times = run(five, ideal()).times;
    check_sum(times);
    CHECK(times.exposed_s == Approx(run(one, ideal()).times.exposed_s));
  }
}
