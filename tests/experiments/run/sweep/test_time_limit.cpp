#include "experiments/run/sweep/time_limit.hpp"
#include "experiments/spec/plan/run_cost.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

Point point_of(Engine engine, std::uint64_t ranks) {
  Point point;
  point.engine = engine;
  point.algorithm = sparlab::model::Algorithm("dense_ring");
  point.ranks = ranks;
  point.universe = 1000;
  point.nnz = 10;
  return point;
}

}  // namespace

TEST_CASE("a point has at least a minute, and 20 times its predicted time") {
  CHECK(time_limit_s(point_of(Engine::model, 8), {}) == 60);
  const Point large = point_of(Engine::simgrid, 4096);
  CHECK(time_limit_s(large, {}) == Approx(20 * predict_run_cost(large).wall_s));
}

TEST_CASE("a measurement has its budget on top, and more where ranks share processors") {
  Point point = point_of(Engine::mpi, 1);
  point.repetitions.budget_s = 5;
  CHECK(time_limit_s(point, {}) == 65);
  point.repetitions.budget_s = 100;
  CHECK(time_limit_s(point, {}) == 160);
  CHECK(time_limit_s(point, {}, 0.5) == 160);
  CHECK(time_limit_s(point, {}, 4) == 340);
}

TEST_CASE("ranks start within a minute, more where they share processors, and the chosen limit") {
  machines::MpiLaunch quiet;
  quiet.ranks = 64;
  machines::MpiLaunch oversubscribed = quiet;
  oversubscribed.oversubscribed = true;
  CHECK(start_limit_s(quiet, {}) == 60);
  CHECK(start_limit_s(oversubscribed, {}) == 124);
  CHECK(start_limit_s(oversubscribed, 5) == 5);
  CHECK(start_limit_s(quiet, 600) == 60);
}

TEST_CASE("waiting for steady processors does not use up a point's time limit") {
  CHECK(patience_s(1, {}) == 6);
  CHECK(patience_s(100, {}) == 30);
  CHECK(patience_s(5, 10) == 2.5);
  CHECK(patience_s(5, 5) == 0);
  CHECK(patience_s(5, 1) == 0);
  CHECK(patience_s(1, 600) == 6);
}

TEST_CASE("a chosen time limit holds for every point") {
  for (const Engine engine : {Engine::model, Engine::simgrid, Engine::mpi})
    CHECK(time_limit_s(point_of(engine, 4096), 2.5) == 2.5);
}
