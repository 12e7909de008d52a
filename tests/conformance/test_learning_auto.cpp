#include <algorithm>
#include <cstdint>
#include <limits>
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

/// The times of each of `calls` calls of a reducer on rank 0, all ranks beginning together.
std::vector<double> call_times(const std::string& spec, bool learns, int ranks, int calls,
                               std::uint32_t stride) {
  std::vector<double> times_s;
  runtime::loggp::run(slow_network(), ranks, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(spec, {.learns = learns});
    for (int call = 0; call < calls; ++call) {
      runtime::barrier(comm);
      const double start_s = comm.now();
      reducer->reduce(comm, strided(comm.rank(), stride));
      runtime::barrier(comm);
      if (comm.rank() == 0) times_s.push_back(comm.now() - start_s);
    }
  });
  return times_s;
}

}  // namespace

TEST_CASE("an operation of sparlab_auto learns which algorithm is fastest") {
  for (const int ranks : {2, 3, 4, 8}) {
    for (const std::uint32_t stride : {8192U, 64U, 3U}) {
      double best_s = std::numeric_limits<double>::infinity();
      for (const char* spec : {"sparse_allgather", "ssar_recursive_double", "ssar_split_allgather",
                               "dsar_split_allgather", "parameter_server"}) {
        best_s = std::min(best_s, model::median(call_times(spec, false, ranks, 3, stride)));
      }
      const auto times_s = call_times("sparlab_auto", true, ranks, 40, stride);
      const std::vector<double> last(times_s.end() - 5, times_s.end());
      CAPTURE(ranks, stride, best_s);
      CHECK(model::median(last) <= 1.01 * best_s);
    }
  }
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
