#include <utility>

#include "experiments/spec/plan/run_cost.hpp"
#include "tests/catch.hpp"

using namespace sparlab;

namespace {

/// A point on real MPI where a dense allreduce takes 1 ms.
experiments::Point measured(const char* algorithm) {
  experiments::Point point;
  point.engine = experiments::Engine::mpi;
  point.algorithm = sparlab::model::Algorithm::stored(algorithm);
  point.ranks = 4;
  point.universe = 62500;
  point.nnz = 100;
  point.repetitions.warmup = 2;
  point.repetitions.min = 5;
  point.repetitions.max = 50;
  point.repetitions.budget_s = 0.03;
  return point;
}

double seconds(const experiments::Point& point) {
  return experiments::predict_run_cost(point).wall_s;
}

}  // namespace

TEST_CASE("a measurement takes its budget, or all repetitions if they take less") {
  experiments::Point point = measured("dense_ring");
  CHECK(seconds(point) == Approx(0.05 + 0.03));
  point.repetitions.budget_s = 5;
  CHECK(seconds(point) == Approx(0.05 + 0.052));
}

TEST_CASE("a measurement takes the least number of whole periods whatever its budget") {
  experiments::Point point = measured("dense_ring");
  point.repetitions.budget_s = 0.001;
  CHECK(seconds(point) == Approx(0.05 + 0.008));  // includes the untimed period
  CHECK(seconds(measured("oktopk")) == Approx(0.05 + 64 * 0.008));
  CHECK(seconds(measured("oktopk(tau=2, tau_prime=1)")) == Approx(0.05 + 0.03));
}

TEST_CASE("messages of every rank to all others in simgrid take the time that they took") {
  experiments::Point point;
  point.engine = experiments::Engine::simgrid;
  point.payload = experiments::Payload::counted;
  point.platform = "piz-daint";
  point.algorithm = sparlab::model::Algorithm::stored("ssar_split_allgather");
  point.universe = 1'048'576;
  point.nnz = 1'000;
  for (const auto& [ranks, used_s] : {std::pair{256U, 0.8}, {512U, 6.9}}) {
    CAPTURE(ranks);
    point.ranks = ranks;
    CHECK(seconds(point) > used_s / 2);
    CHECK(seconds(point) < used_s * 2);
  }
}

TEST_CASE("calls that repeat are not simulated and cost nothing") {
  experiments::Point point;
  point.engine = experiments::Engine::loggp;
  point.payload = experiments::Payload::counted;
  point.platform = "piz-daint";
  point.universe = 16'000'000;
  point.nnz = 16'000;
  point.ranks = 256;
  const auto seconds_of = [&](const char* algorithm) {
    point.algorithm = sparlab::model::Algorithm(algorithm);
    return seconds(point);
  };
  const double ordinary_s = seconds_of("oktopk");
  CHECK(seconds_of("oktopk(tau=128, tau_prime=32)") > ordinary_s);
  point.jobs = 2;  // all calls, of both jobs
  point.machine = experiments::MachineKind::network;
  CHECK(seconds_of("oktopk") > 2 * ordinary_s);
}
