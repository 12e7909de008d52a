// Approximate algorithms against their definitions, on every support that a few ranks can have.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/suite.hpp"
#include "tests/sanitized.hpp"

using namespace sparlab;
using conformance::Scenario;
using conformance::Trial;

namespace {

/// Values of different magnitudes and both signs, so that selections differ from rank to rank.
double value_at(int rank, std::uint64_t index) {
  const auto number = 7 * static_cast<std::uint64_t>(rank) + 5 * index;
  const auto magnitude = static_cast<double>(1 + number % 11);
  return number % 3 == 0 ? -magnitude : magnitude;
}

/// Support `number`: bit rank * universe + index says whether the rank has the index.
Scenario support(int ranks, std::uint64_t universe, std::uint64_t number) {
  Scenario scenario{
      .name = "support " + std::to_string(number), .universe = universe, .inputs = {}};
  for (int rank = 0; rank < ranks; ++rank) {
    conformance::RankInput input;
    for (std::uint64_t index = 0; index < universe; ++index, number /= 2) {
      if (number % 2 == 0) continue;
      input.indices.push_back(index);
      input.values.push_back(value_at(rank, index));
    }
    scenario.inputs.push_back(std::move(input));
  }
  return scenario;
}

}  // namespace

TEST_CASE("approximate algorithms return what defines them, for all supports of few ranks") {
  using Size = std::pair<int, std::uint64_t>;
  for (const auto& [ranks, universe] : {Size{2, 4}, Size{3, 3}, Size{4, 2}}) {
    const std::uint64_t supports = std::uint64_t{1} << (static_cast<unsigned>(ranks) * universe);
    std::vector<Scenario> scenarios;
    for (std::uint64_t number = 0; number < supports; number += tests::kSanitized ? 7 : 1)
      scenarios.push_back(support(ranks, universe, number));
    std::vector<Trial> trials;
    for (const std::uint64_t k : {1, 2})
      for (Trial& trial : conformance::approximate_trials(scenarios, k))
        trials.push_back(std::move(trial));
    REQUIRE(trials.size() > 40 * scenarios.size());
    runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
      for (const std::string& complaint :
           conformance::complaints<float, std::uint32_t>(comm, trials))
        FAIL_CHECK(complaint);
    });
  }
}
