#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sparlab/algos/registry/registry.hpp>
#include <sparlab/runtime/loggp/engine.hpp>

namespace algos = sparlab::algos;
namespace loggp = sparlab::runtime::loggp;
using Stream = algos::SparseStream<float, std::uint32_t>;

/// Four ranks with one entry each, at distances that do not collide: the allreduce holds all four,
/// and takes the two latencies that recursive doubling needs.
int main() {
  constexpr int kRanks = 4;
  constexpr double kAlpha_s = 1e-6;
  const auto allreduce = algos::find_allreduce("ssar_recursive_double");
  int correct = 0;
  const auto result =
      loggp::run(loggp::Machine::hockney(kAlpha_s, 0), kRanks, [&](sparlab::runtime::Comm& comm) {
        const std::array index = {static_cast<std::uint32_t>(100 * comm.rank())};
        const std::array value = {1.0F};
        const Stream sum = allreduce(comm, Stream({0, 1000}, index, value), {});
        if (sum.count() == kRanks && sum.indices().back() == 300) ++correct;
      });
  std::printf("%d of %d ranks have the sum, after %g s\n", correct, kRanks, result.makespan_s());
  return correct == kRanks && std::abs(result.makespan_s() - 2 * kAlpha_s) < 1e-12 ? 0 : 1;
}
