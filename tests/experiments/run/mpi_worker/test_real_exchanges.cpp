#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/streams/stream_hash.hpp"
#include "experiments/run/execution/workload.hpp"
#include "experiments/run/mpi_worker/real_exchanges.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

using Stream = algos::SparseStream<float, std::uint32_t>;
constexpr int kRanks = 4;

steps::StepPlan plan_of(const char* algorithm, double density) {
  workloads::Workload workload;
  for (const std::uint64_t parameters : {3000, 500})
    workload.layers.push_back(
        {.name = "layer", .parameters = parameters, .forward_s = 1e-3, .backward_s = 1e-3});
  Point point;
  point.algorithm = model::Algorithm(algorithm);
  point.ranks = kRanks;
  point.universe = workload.parameters();
  point.density = density;
  point.step.emplace();
  point.step->schedule.kind = workloads::ScheduleKind::layers;
  return steps::plan_step(point, workload);
}

/// Runs one step of exchanges on the ranks of engine loggp; the hashes of the results of rank 0.
std::vector<std::uint64_t> hashes_of(const steps::StepPlan& plan, int steps = 1) {
  std::vector<std::vector<std::uint64_t>> hashes(kRanks);
  runtime::loggp::run(runtime::loggp::Machine::hockney(1, 1), kRanks, [&](runtime::Comm& comm) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    mpi::RealExchanges exchanges(plan, rank, nullptr);
    exchanges.keep_hashes();
    exchanges.prepare();
    for (int step = 0; step < steps; ++step) {
      for (std::size_t exchange = 0; exchange < plan.exchanges.size(); ++exchange) {
        exchanges.select(comm, exchange);
        exchanges.run(comm, exchange);
      }
    }
    hashes[rank] = exchanges.take_hashes();
  });
  for (const auto& other : hashes) CHECK(other == hashes.front());
  return hashes.front();
}

std::uint64_t hash_of_allreduce(const Point& point) {
  std::uint64_t hash = 0;
  runtime::loggp::run(runtime::loggp::Machine::hockney(1, 1), kRanks, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(point.algorithm, allreduce_options(point, nullptr));
    const auto rank = static_cast<std::uint64_t>(comm.rank());
    const Stream result =
        reducer->reduce(comm, Workload(point).stream<float, std::uint32_t>(rank)).as<Stream>();
    if (rank == 0) hash = algos::stream_hash(result);
  });
  return hash;
}

}  // namespace

TEST_CASE("an exchange that selects sums the entries of its input, and others the whole gradient") {
  for (const char* algorithm : {"ssar_split_allgather", "ssar_recursive_double", "dense_ring"}) {
    for (const double density : {0.01, 1.0}) {
      INFO(algorithm << ' ' << density);
      const steps::StepPlan plan = plan_of(algorithm, density);
      REQUIRE(plan.exchanges.size() == 2);
      const auto hashes = hashes_of(plan);
      for (std::size_t i = 0; i < 2; ++i)
        CHECK(hashes[i] == hash_of_allreduce(plan.exchanges[i].point));
    }
  }
}

TEST_CASE("all ranks have equal results of several steps of algorithms with state") {
  for (const char* algorithm : {"oktopk(tau=4,tau_prime=2)", "gtopk", "topk_allgather"}) {
    INFO(algorithm);
    CHECK(hashes_of(plan_of(algorithm, 0.02), 5).size() == 2);
  }
}
