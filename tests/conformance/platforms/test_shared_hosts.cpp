/// The suite hierarchical-16x4: model, loggp and simgrid agree on hosts with several ranks.

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/system/build_info.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "tests/catch.hpp"
#include "tests/sim/in_child.hpp"

using namespace sparlab;

namespace {

/// Times by algorithm, density and engine.
using Times = std::map<std::tuple<std::string, double, sparlab::experiments::Engine>, double>;

/// Each point runs in a process of its own, as simgrid requires.
const Times& times_of_suite() {
  static const Times times = [] {
    experiments::ExperimentRequest request;
    request.file =
        std::string(base::build_info::source_dir) + "/experiments/suites/hierarchical-16x4.json";
    const experiments::Plan plan = make_plan(load_experiment(request));
    Times found;
    for (const experiments::PlannedPoint& planned : plan.points) {
      const experiments::Point& point = planned.point;
      found[{point.algorithm.spec(), point.density, point.engine}] =
          sim::numbers_in_child([&] {
            return std::vector{
                experiments::run::execute(point, plan.platforms.at(point.platform)).time_s};
          }).front();
    }
    return found;
  }();
  return times;
}

double time_of(const std::string& algorithm, double density, experiments::Engine engine) {
  return times_of_suite().at({model::Algorithm(algorithm).spec(), density, engine});
}

std::vector<double> densities() {
  std::vector<double> found;
  for (const auto& [key, time_s] : times_of_suite()) {
    const double density = std::get<double>(key);
    if (std::ranges::find(found, density) == found.end()) found.push_back(density);
  }
  std::ranges::sort(found);
  return found;
}

const std::string kSplitBetween = "hierarchical(node=4, between=ssar_split_allgather)";
constexpr std::array kCompared = {experiments::Engine::model, experiments::Engine::loggp,
                                  experiments::Engine::simgrid};

}  // namespace

TEST_CASE("on 16 hosts of 4 ranks, model and loggp agree with simgrid within 5 %") {
  REQUIRE(times_of_suite().size() >= 3 * 5 * 5);
  for (const auto& [key, time_s] : times_of_suite()) {
    const auto& [algorithm, density, engine] = key;
    const double simulated_s = time_of(algorithm, density, experiments::Engine::simgrid);
    CAPTURE(algorithm, density, static_cast<int>(engine), time_s, simulated_s);
    CHECK(time_s == Approx(simulated_s).epsilon(0.05));
  }
}

TEST_CASE("hierarchical gains over the flat form of its algorithm, on each engine") {
  for (const experiments::Engine engine : kCompared) {
    for (const double density : densities()) {
      CAPTURE(static_cast<int>(engine), density);
      CHECK(time_of("ssar_recursive_double", density, engine) >
            1.6 * time_of("hierarchical(node=4)", density, engine));
      CHECK(time_of("ssar_split_allgather", density, engine) >
            1.15 * time_of(kSplitBetween, density, engine));
    }
  }
}

TEST_CASE("hierarchical is fastest for sparse inputs, a ring for denser ones, on each engine") {
  for (const experiments::Engine engine : kCompared) {
    for (const char* flat :
         {"ssar_recursive_double", "ssar_split_allgather", "sparse_ring", "dense_ring"}) {
      CHECK(time_of(kSplitBetween, densities().front(), engine) <
            0.95 * time_of(flat, densities().front(), engine));
    }
    CHECK(time_of(kSplitBetween, densities().back(), engine) >
          1.5 * time_of("sparse_ring", densities().back(), engine));
  }
}
