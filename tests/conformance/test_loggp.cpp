#include "algos/kernels/half_precision.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/rank_counts.hpp"
#include "tests/conformance/suite/suite.hpp"

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

TEST_CASE("sparse algorithms reach universes beyond 2^32") {
  for (const int ranks : {1, 2, 3, 8, 17, 64}) {
    const auto scenario = conformance::huge_universe(ranks);
    const auto found = on_loggp<double, std::uint64_t>(runtime::loggp::Machine::hockney(1e-6, 1e-9),
                                                       ranks, conformance::sparse_trials(scenario));
    CHECK(found == std::vector<std::string>{});
  }
}
