#include "algos/kernels/half_precision.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/rank_counts.hpp"
#include "tests/conformance/suite/suite.hpp"
#include "tests/conformance/variants.hpp"

using namespace sparlab;

namespace {

template <class Value, class Index>
std::vector<std::string> on_loggp(const runtime::loggp::Machine& machine, int ranks,
                                  const std::vector<conformance::Trial>& trials) {
  std::vector<std::string> all;
  runtime::loggp::run(machine, ranks, [&](runtime::Comm& comm) {
    const auto found = conformance::complaints<Value, Index>(comm, trials);
    all.insert(all.end(), found.begin(), found.end());
  });
  return all;
}

template <class Value, class Index>
struct StreamType {
  using V = Value;
  using I = Index;
};

}  // namespace

TEMPLATE_TEST_CASE("all algorithms equal the serial reduction on loggp for P = 1..17", "",
                   (StreamType<float, std::uint32_t>), (StreamType<float, std::uint64_t>),
                   (StreamType<double, std::uint32_t>), (StreamType<double, std::uint64_t>)) {
  for (const int ranks : conformance::rank_counts()) {
    const auto scenarios = conformance::scenarios(ranks);
    const auto found = on_loggp<typename TestType::V, typename TestType::I>(
        runtime::loggp::Machine::hockney(1e-6, 1e-9), ranks, conformance::all_trials(scenarios));
    CHECK(found == std::vector<std::string>{});
  }
}

TEMPLATE_TEST_CASE("all algorithms reduce values of 16 bits up to their rounding on loggp", "",
                   algos::BFloat16, algos::Float16) {
  // Memory errors would be those of other types, so one P of each kind suffices for the sanitizers.
  const std::vector<int> counts =
      tests::kSanitized ? std::vector{3, 4} : conformance::few_rank_counts();
  for (const int ranks : counts) {
    const auto scenarios = conformance::scenarios(ranks);
    const auto found = on_loggp<TestType, std::uint32_t>(
        runtime::loggp::Machine::hockney(1e-6, 1e-9), ranks, conformance::all_trials(scenarios));
    CHECK(found == std::vector<std::string>{});
  }
}

TEST_CASE("all algorithms equal the serial reduction on 64 ranks of loggp", "[arithmetic]") {
  const auto scenarios = conformance::scenarios(64);
  const auto found = on_loggp<float, std::uint32_t>(runtime::loggp::Machine::hockney(1e-6, 1e-9),
                                                    64, conformance::all_trials(scenarios));
  CHECK(found == std::vector<std::string>{});
}

TEST_CASE("no algorithm relies on buffered sends for P = 1..17") {
  for (const int ranks : conformance::rank_counts()) {
    const auto scenarios = conformance::scenarios(ranks);
    const auto found = on_loggp<float, std::uint32_t>(runtime::loggp::Machine::synchronous(), ranks,
                                                      conformance::all_trials(scenarios));
    CHECK(found == std::vector<std::string>{});
  }
}

TEST_CASE("exact algorithms equal the serial reduction with other settings than the defaults") {
  for (const int ranks : conformance::rank_counts()) {
    const auto scenarios = conformance::scenarios(ranks);
    std::vector<conformance::Trial> trials;
    for (const auto& scenario : scenarios) {
      for (const auto& spec : conformance::exact_variants(ranks)) {
        trials.push_back({spec, &scenario});
        trials.push_back(
            {spec, &scenario, algos::ReductionKind::min, true, model::FormatSet::all()});
      }
      for (const auto& spec : conformance::node_variants()) trials.push_back({spec, &scenario});
    }
    CHECK(on_loggp<float, std::uint32_t>(runtime::loggp::Machine::synchronous(), ranks, trials) ==
          std::vector<std::string>{});
  }
}

namespace {

/// Definitions of systems that select, with the scenarios to which they apply.
std::vector<conformance::Trial> trials_of(
    const std::vector<std::vector<conformance::Definition>>& families,
    const std::vector<conformance::Scenario>& scenarios, model::FormatSet formats) {
  std::vector<conformance::Trial> trials;
  for (const auto& family : families) {
    for (const auto& definition : family) {
      const bool sparse = definition.spec.find("redsync") == std::string::npos ||
                          definition.spec.find("dense_below=0") != std::string::npos;
      for (const auto& scenario : scenarios) {
        if (scenario.universe >> 32 != 0 && !sparse) continue;
        if (!conformance::accepts(definition.spec, scenario)) continue;
        if (!definition.applies(scenario)) continue;
        trials.push_back({definition.spec, &scenario, algos::ReductionKind::sum, true, formats,
                          definition.result});
      }
    }
  }
  return trials;
}

}  // namespace

TEST_CASE("systems that select return what they define with all settings and formats") {
  for (const int ranks : conformance::few_rank_counts()) {
    auto scenarios = conformance::scenarios(ranks);
    for (const auto formats : {model::FormatSet::published(), model::FormatSet::all()}) {
      const auto trials = trials_of(
          {conformance::top_k_definitions(8), conformance::top_k_variants()}, scenarios, formats);
      CHECK(on_loggp<float, std::uint32_t>(runtime::loggp::Machine::synchronous(), ranks, trials) ==
            std::vector<std::string>{});
    }
    scenarios.push_back(conformance::huge_universe(ranks));
    const auto trials =
        trials_of({conformance::redsync_variants()}, scenarios, model::FormatSet::all());
    CHECK(on_loggp<double, std::uint64_t>(runtime::loggp::Machine::synchronous(), ranks, trials) ==
          std::vector<std::string>{});
  }
}

TEST_CASE("systems that select reach universes beyond 2^32") {
  for (const int ranks : {1, 3, 8}) {
    const std::vector scenarios = {conformance::huge_universe(ranks)};
    const auto trials =
        trials_of({conformance::top_k_definitions(8), conformance::top_k_variants()}, scenarios,
                  model::FormatSet::published());
    CHECK(on_loggp<double, std::uint64_t>(runtime::loggp::Machine::synchronous(), ranks, trials) ==
          std::vector<std::string>{});
  }
}

TEST_CASE("sparse algorithms reach universes beyond 2^32") {
  for (const int ranks : {1, 2, 3, 8, 17, 64}) {
    const auto scenario = conformance::huge_universe(ranks);
    const auto found = on_loggp<double, std::uint64_t>(runtime::loggp::Machine::hockney(1e-6, 1e-9),
                                                       ranks, conformance::sparse_trials(scenario));
    CHECK(found == std::vector<std::string>{});
  }
}
