#include "experiments/run/execution/phase_times.hpp"
#include "tests/catch.hpp"

using namespace sparlab::experiments;
using namespace sparlab::experiments::run;
using sparlab::runtime::decorators::PhaseSeconds;
using List = std::vector<PhaseSeconds>;

TEST_CASE("the phases of the slowest rank count, averaged over calls") {
  PhaseTimes times;
  for (int call = 0; call < 2; ++call) {
    times.add(0, List{{"", 0}, {"split", 3}, {"gather", 1}});
    times.add(1, List{{"", 1}, {"split", 2}, {"gather", 2}});
  }
  const List mean = times.mean_of(2);
  REQUIRE(mean.size() == 3);
  CHECK(mean[0].name == "start");
  CHECK(mean[0].seconds == 1);
  CHECK(mean[1].seconds == 2);
  CHECK(mean[2].seconds == 2);
}

TEST_CASE("of ranks that are equally slow up to rounding, the first one counts") {
  PhaseTimes times;
  times.add(0, List{{"split", 1}});
  times.add(1, List{{"split", 3}, {"gather", 1}});
  times.add(2, List{{"split", 2}, {"gather", 2 + 1e-12}});
  CHECK(times.mean_of(1)[0].seconds == 3);
}

TEST_CASE("times are stored with the traffic of their phases, in the order of the times") {
  std::vector<PhaseTraffic> phases = {{"split", 8, 100}, {"gather", 4, 50}};
  add_times(phases, List{{"select", 1}, {"gather", 2}});
  REQUIRE(phases.size() == 3);
  CHECK(phases[0].name == "select");
  CHECK(phases[0].messages == 0);
  CHECK(phases[0].seconds == 1);
  CHECK(phases[1].name == "gather");
  CHECK(phases[1].seconds == 2);
  CHECK(phases[1].messages == 4);
  CHECK(phases[2].name == "split");
  CHECK(phases[2].messages == 8);
  CHECK(phases[2].seconds == 0);  // it took no time
}

TEST_CASE("without times, phases have no seconds") {
  std::vector<PhaseTraffic> phases = {{"split", 8, 100}};
  add_times(phases, {});
  CHECK_FALSE(phases[0].seconds);
}
