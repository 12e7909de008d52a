#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/base/cost.hpp"
#include "model/base/order_statistics.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/streams.hpp"
#include "tests/sanitized.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<float, std::uint32_t>;

namespace {

constexpr std::uint64_t kUniverse = 1 << 16;

/// Every `stride`-th index, from one that depends on the rank.
Stream strided(int rank, std::uint32_t stride) {
  std::vector<std::uint32_t> indices;
  for (std::uint64_t i = static_cast<std::uint64_t>(rank) % stride; i < kUniverse; i += stride) {
    indices.push_back(static_cast<std::uint32_t>(i));
  }
  return {{0, kUniverse}, indices, std::vector<float>(indices.size(), 1.0F)};
}

std::vector<double> sum_of(int ranks, std::uint32_t stride) {
  std::vector<double> sum(kUniverse);
  for (int rank = 0; rank < ranks; ++rank) {
    for (std::uint64_t i = static_cast<std::uint64_t>(rank) % stride; i < kUniverse; i += stride) {
      sum[i] += 1;
    }
  }
  return sum;
}

/// A machine unlike the one that the model assumes without a machine: local work is free, the
/// network slow.
runtime::loggp::Machine slow_network() { return runtime::loggp::Machine::hockney(1e-4, 1e-8, {}); }

/// An operation on all ranks, which outlives the simulations of its calls.
class Operation {
 public:
  Operation(const std::string& spec, int ranks) {
    for (int rank = 0; rank < ranks; ++rank)
      reducers_.push_back(algos::make_reducer(spec, {.learns = true}));
  }

  /// The median time of the last five of `calls` calls, in which all ranks have the same indices.
  double last_s(const runtime::loggp::Machine& machine, int calls, std::uint32_t stride) {
    std::vector<double> times_s;
    runtime::loggp::run(machine, static_cast<int>(reducers_.size()), [&](runtime::Comm& comm) {
      for (int call = 0; call < calls; ++call) {
        runtime::barrier(comm);
        const double start_s = comm.now();
        reducers_[static_cast<std::size_t>(comm.rank())]->reduce(comm, strided(0, stride));
        runtime::barrier(comm);
        if (comm.rank() == 0 && call + 5 >= calls) times_s.push_back(comm.now() - start_s);
      }
    });
    return model::median(times_s);
  }

 private:
  std::vector<std::unique_ptr<algos::Reducer>> reducers_;
};

/// The same of the fastest algorithm.
double least_s(const runtime::loggp::Machine& machine, int ranks, std::uint32_t stride) {
  double least_s = std::numeric_limits<double>::infinity();
  for (const char* spec : {"sparse_allgather", "ssar_recursive_double", "ssar_split_allgather",
                           "dsar_split_allgather", "parameter_server"})
    least_s = std::min(least_s, Operation(spec, ranks).last_s(machine, 5, stride));
  return least_s;
}

}  // namespace

TEST_CASE("an operation of sparlab_auto learns which algorithm is fastest") {
  for (const int ranks : {2, 3, 4, 8}) {
    for (const std::uint32_t stride : {8192U, 64U, 3U}) {
      CAPTURE(ranks, stride);
      const double learned_s = Operation("sparlab_auto", ranks).last_s(slow_network(), 40, stride);
      CHECK(learned_s <= 1.01 * least_s(slow_network(), ranks, stride));
    }
  }
}

TEST_CASE("an operation of sparlab_auto notices another network and another density, and returns") {
  constexpr int kRanks = 8;
  const auto slow_start = runtime::loggp::Machine::hockney(3e-4, 1e-10, {});
  const auto slow_bytes = runtime::loggp::Machine::hockney(1.5e-6, 1e-8, {});
  struct Period {
    const runtime::loggp::Machine& machine;
    std::uint32_t stride;
    int calls = 60;  // fewer than until the first regular comparison of inputs
  };
  Operation learning("sparlab_auto", kRanks);
  // Where a comparison takes as long as a call, there is one in 200 calls.
  for (const Period& period :
       {Period{slow_bytes, 64}, Period{slow_start, 64}, Period{slow_bytes, 64, 250},
        Period{slow_bytes, 1}, Period{slow_bytes, 64}}) {
    CAPTURE(period.stride, &period.machine == &slow_start);
    CHECK(learning.last_s(period.machine, period.calls, period.stride) <=
          1.01 * least_s(period.machine, kRanks, period.stride));
  }
  // No algorithm is fast on both networks.
  const auto regret = [&](const char* spec, const runtime::loggp::Machine& machine) {
    return Operation(spec, kRanks).last_s(machine, 5, 64) / least_s(machine, kRanks, 64);
  };
  CHECK(regret("ssar_split_allgather", slow_start) > 1.5);
  CHECK(regret("ssar_recursive_double", slow_bytes) > 1.5);
}

TEST_CASE("an operation of sparlab_auto is exact when its inputs change") {
  const std::vector<std::uint32_t> strides = {4096, 4096, 3, 3, 700, 1, 5000};
  for (const int ranks : tests::kSanitized ? std::vector{2, 5} : std::vector{1, 2, 3, 5, 8}) {
    runtime::loggp::run(slow_network(), ranks, [&](runtime::Comm& comm) {
      const auto reducer = algos::make_reducer("sparlab_auto", {.learns = true});
      for (const std::uint32_t stride : strides) {
        const std::vector<double> expected = sum_of(ranks, stride);
        for (int call = 0; call < 30; ++call) {
          const Stream result = reducer->reduce(comm, strided(comm.rank(), stride));
          if (conformance::dense_values(result) != expected) {
            FAIL("ranks " << ranks << ", stride " << stride << ", call " << call);
          }
        }
      }
    });
  }
}
