#include "experiments/spec/plan/run_cost.hpp"
#include "tests/catch.hpp"

using namespace sparlab;

namespace {

experiments::Point simulated(const char* algorithm, std::uint64_t ranks, std::uint64_t universe,
                             std::uint64_t nnz, experiments::Payload payload) {
  experiments::Point point;
  point.engine = experiments::Engine::loggp;
  point.algorithm = model::Algorithm::stored(algorithm);
  point.ranks = ranks;
  point.universe = universe;
  point.nnz = nnz;
  point.payload = payload;
  return point;
}

/// `measured_bytes` is the peak of a process that ran only this point, measured by
/// `bench_run_cost memory`.
void check_within_two(const experiments::Point& point, double measured_bytes) {
  INFO(point.algorithm.spec());
  const double predicted = experiments::predict_run_cost(point).memory_bytes;
  CHECK(predicted > measured_bytes / 2);
  CHECK(predicted < measured_bytes * 2);
}

constexpr std::uint64_t kMi = std::uint64_t{1} << 20;

}  // namespace

TEST_CASE("messages that are all on their way at once are part of the memory predicted") {
  const auto counted = [](const char* algorithm, std::uint64_t ranks) {
    return simulated(algorithm, ranks, kMi, 1000, experiments::Payload::counted);
  };
  check_within_two(counted("ssar_split_allgather", 1024), 61e6);
  check_within_two(counted("ssar_split_allgather", 2048), 199e6);
  check_within_two(counted("ssar_split_allgather", 4096), 747e6);
  check_within_two(counted("sparlab_auto", 4096), 753e6);
  check_within_two(counted("kylix", 4096), 47e6);
  check_within_two(counted("omnireduce", 1024), 180e6);
  check_within_two(simulated("omnireduce", 512, 16 * kMi, 16'000, experiments::Payload::counted),
                   476e6);
  check_within_two(counted("parameter_server", 2048), 725e6);
  check_within_two(counted("dense_ring", 1024), 53e6);
  check_within_two(counted("ssar_recursive_double", 1024), 11e6);
  check_within_two(counted("ssar_recursive_double", 64), 6.3e6);
}

TEST_CASE("inputs, results and what checks keep are part of the memory predicted") {
  const auto moved = [](const char* algorithm, std::uint64_t ranks, std::uint64_t universe,
                        std::uint64_t nnz) {
    return simulated(algorithm, ranks, universe, nnz, experiments::Payload::data);
  };
  check_within_two(moved("dense_ring", 8, 4 * kMi, 40'000), 318e6);
  check_within_two(moved("sparse_allgather", 32, kMi, 100'000), 877e6);
  check_within_two(moved("parameter_server", 32, kMi, 100'000), 124e6);
  check_within_two(moved("gtopk", 32, kMi, 100'000), 133e6);
  check_within_two(moved("s2_reducer", 8, 4 * kMi, 40'000), 348e6);
  check_within_two(moved("oktopk", 128, kMi / 16, 500), 157e6);
}

TEST_CASE("sparse streams over a large universe are not priced as dense vectors") {
  for (const char* algorithm :
       {"sparse_allgather", "sparse_ring", "ssar_recursive_double", "ssar_split_allgather",
        "parameter_server", "kylix", "gtopk", "hofmann_runger", "sparlab_auto", "hierarchical"}) {
    experiments::Point point =
        simulated(algorithm, 8, std::uint64_t{1} << 34, 10'000, experiments::Payload::data);
    point.index = algos::IndexType::uint64;
    INFO(algorithm);
    CHECK(experiments::predict_run_cost(point).memory_bytes < 100e6);
    point.engine = experiments::Engine::mpi;
    CHECK(predict_run_cost(point).memory_bytes < 300e6);
  }
  const auto sparse = [](const char* algorithm) {
    experiments::Point point =
        simulated(algorithm, 8, std::uint64_t{1} << 34, 10'000, experiments::Payload::data);
    point.index = algos::IndexType::uint64;
    return point;
  };
  check_within_two(sparse("sparse_allgather"), 18e6);
  check_within_two(sparse("ssar_split_allgather"), 19e6);
  check_within_two(sparse("parameter_server"), 13e6);
  check_within_two(sparse("oktopk"), 62e6);
  check_within_two(sparse("s2_reducer"), 1938e6);
  experiments::Point dense =
      simulated("dense_ring", 8, std::uint64_t{1} << 34, 10'000, experiments::Payload::data);
  CHECK(experiments::predict_run_cost(dense).memory_bytes > 500e9);
}
