// Schedules from files: results, and costs beside those of the algorithms that they write down.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "algos/kernels/instantiate.hpp"
#include "algos/registry/registry.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/schedules/known_schedules.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/format_sets.hpp"
#include "tests/conformance/suite/drawn_case.hpp"
#include "tests/conformance/suite/suite.hpp"
#include "tests/conformance/suite/totals.hpp"
#include "tests/conformance/suite/traffic_check.hpp"
#include "tests/model/schedules/schedules.hpp"
#include "tests/sanitized.hpp"

using namespace sparlab;
using namespace sparlab::conformance;

namespace {

constexpr std::uint64_t kUniverse = std::uint64_t{1} << 16;

/// The spec of a schedule, which accepts any rounding only where that is needed.
std::string spec_of(const model::SumSchedule& schedule) {
  static int number = 0;
  const std::string name = fmt::format("test{}", number++);
  const auto plan = std::make_shared<const model::SchedulePlan>(schedule);
  model::add_known_schedule(name, plan);
  return fmt::format("scheduled(file={}{})", name,
                     plan->unequal_sums().empty() ? "" : ", rounding=free");
}

bool rounds_apart(const std::string& spec) { return spec.find("free") != std::string::npos; }

std::vector<model::SumSchedule> drawn_schedules(int count) {
  std::mt19937_64 generator(7);
  std::vector<model::SumSchedule> all;
  for (int i = 0; i < count; ++i)
    all.push_back(model::drawn_schedule(1 + generator() % 6, generator));
  return all;
}

void check_results(const model::SumSchedule& schedule) {
  const std::string spec = spec_of(schedule);
  CAPTURE(spec, schedule.ranks, schedule.parts, schedule.rounds.size());
  const auto all = scenarios(static_cast<int>(schedule.ranks));
  std::vector<Trial> trials;
  for (const Scenario& scenario : all) {
    trials.push_back({spec, &scenario});
    trials.push_back({spec, &scenario, algos::ReductionKind::max});
    trials.push_back({spec, &scenario, algos::ReductionKind::user, false,
                      model::FormatSet::all().with(model::ValueCode::exponents)});
  }
  const auto run = [&]<class Value, class Index>(Value, Index) {
    const auto machine = runtime::loggp::Machine::synchronous();
    runtime::loggp::run(machine, static_cast<int>(schedule.ranks), [&](runtime::Comm& comm) {
      CHECK(complaints<Value, Index>(comm, trials) == std::vector<std::string>{});
    });
  };
#define SPARLAB_RUN(Value, Index) run(Value{}, Index{});
  SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_RUN)
#undef SPARLAB_RUN
}

/// The same time, messages and bytes on counted streams as in the model.
void check_model(const std::string& spec, std::uint64_t ranks, const model::FillIn& fill_in,
                 model::FormatSet formats = model::FormatSet::published()) {
  CAPTURE(spec, ranks, fill_in.describe());
  const Totals expected = modelled({spec, formats}, ranks, fill_in);
  const Totals found = counted({spec, formats}, ranks, fill_in);
  CHECK(found.seconds == Approx(expected.seconds).epsilon(1e-9).margin(0));
  CHECK(found.messages == expected.messages);
  CHECK(found.bytes == Approx(expected.bytes).epsilon(1e-9));
}

}  // namespace

TEST_CASE("schedules of known algorithms give the results of all types") {
  for (const std::uint64_t ranks : {1, 2, 4, 8}) {
    check_results(model::recursive_doubling(ranks));
    check_results(model::halving_and_doubling(ranks));
  }
  for (const std::uint64_t ranks : {3, 5}) check_results(model::ring(ranks));
}

TEST_CASE("drawn schedules give the sum in drawn cases") {
  Generator generator(3);
  const auto run = [](int ranks, const auto& body) { runtime::loggp::run({}, ranks, body); };
  int equal = 0;
  for (const model::SumSchedule& schedule : drawn_schedules(tests::kSanitized ? 5 : 60)) {
    const std::string spec = spec_of(schedule);
    if (rounds_apart(spec)) continue;
    ++equal;
    for (int number = 0; number < 4;) {
      const DrawnCase drawn = draw_case(spec, generator);
      if (!is_accepted(drawn)) continue;
      ++number;
      CHECK(complaints({&drawn, 1}, generator, run) == std::vector<std::string>{});
    }
  }
  CHECK(equal > 0);
}

TEST_CASE("ranks of drawn schedules that round apart have the sum up to rounding and format") {
  int apart = 0;
  for (const model::SumSchedule& schedule : drawn_schedules(60)) {
    const std::string spec = spec_of(schedule);
    if (!rounds_apart(spec)) continue;
    ++apart;
    for (const Scenario& scenario : scenarios(static_cast<int>(schedule.ranks))) {
      if (scenario.name == "NaN" || scenario.name == "zeros and cancellation") continue;
      std::vector<FloatStream> inputs;
      for (const RankInput& input : scenario.inputs)
        inputs.push_back(ones(input, scenario.universe));
      const std::vector<double> expected = holders(scenario);
      runtime::loggp::run({}, static_cast<int>(schedule.ranks), [&](runtime::Comm& comm) {
        const FloatStream result = algos::make_reducer(spec, {})->reduce(
            comm, inputs[static_cast<std::size_t>(comm.rank())]);
        CHECK(dense_values(result) == expected);
      });
    }
  }
  CHECK(apart > 0);
}

TEST_CASE("messages and bytes of schedules are those of the model") {
  for (const model::SumSchedule& schedule : drawn_schedules(30)) {
    const std::string spec = spec_of(schedule);
    for (const Scenario& scenario : scenarios(static_cast<int>(schedule.ranks))) {
      std::vector<FloatStream> inputs;
      for (const RankInput& input : scenario.inputs)
        inputs.push_back(ones(input, scenario.universe));
      CAPTURE(spec, scenario.name);
      check_traffic({spec}, inputs, exact_fill_in(scenario), placed_fill_in(scenario));
    }
  }
}

TEST_CASE("a schedule of recursive doubling or a ring costs what the algorithm does") {
  for (const double density : {0.0, 0.001, 0.01, 0.3, 1.0}) {
    const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
    for (const std::uint64_t ranks : {2, 4, 8, 16, 64}) {
      for (const auto formats : format_sets()) {
        const auto check = [&](const model::SumSchedule& schedule, const char* algorithm) {
          const std::string spec = spec_of(schedule);
          check_model(spec, ranks, fill_in, formats);
          const Totals own = modelled({spec, formats}, ranks, fill_in);
          const Totals other = modelled({algorithm, formats}, ranks, fill_in);
          CAPTURE(algorithm, ranks, density);
          CHECK(own.seconds == Approx(other.seconds).epsilon(1e-9).margin(0));
          CHECK(own.messages == other.messages);
          CHECK(own.bytes == Approx(other.bytes).epsilon(1e-9).margin(0));
        };
        check(model::recursive_doubling(ranks), "ssar_recursive_double");
        check(model::ring(ranks), "sparse_ring");
      }
    }
  }
}

TEST_CASE("a schedule of halving and doubling costs what the butterfly does, but for headers") {
  for (const double density : {0.001, 0.1}) {
    const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
    for (const std::uint64_t ranks : {2, 4, 8}) {
      const std::string spec = spec_of(model::halving_and_doubling(ranks));
      check_model(spec, ranks, fill_in);
      const auto machine = twin_machine(1e-6, 1e-10, {});
      const model::Problem problem{
          .ranks = ranks, .fill_in = &fill_in, .wire = model::WireFormat::headerless(4, 4)};
      const model::Cost own = *model::Algorithm(spec).cost(problem);
      const model::Cost other = *model::Algorithm("butterfly").cost(problem);
      CHECK(own.total_messages == other.total_messages);
      CHECK(own.total_bytes == Approx(other.total_bytes));
      CHECK(own.seconds(machine.model) == Approx(other.seconds(machine.model)).epsilon(1e-9));
    }
  }
}
