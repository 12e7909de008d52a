#include <algorithm>
#include <random>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/base/range.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/rank_counts.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<float, std::uint32_t>;

namespace {

constexpr std::uint32_t kUniverse = 200;

/// Returns the left operand unless it is neutral. This operation is associative, and its result
/// shows in which order ranks are combined.
algos::Reduction<float> keep_first() {
  return algos::Reduction<float>::user(
      [](float* inout, const float* in, std::size_t count, void*) {
        for (std::size_t i = 0; i < count; ++i) inout[i] = inout[i] != 0 ? inout[i] : in[i];
      },
      0.0F);
}

/// Each index with a probability near `density`, ten times lower on some ranks and twice as high on
/// others, so that sparse streams are combined with dense ones. The values identify the rank.
Stream input_of(int rank, double density) {
  std::mt19937 random(static_cast<unsigned>(rank) + 77);
  const double share = rank % 4 < 2 ? density / 10 : 2 * density;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t index = 0; index < kUniverse; ++index) {
    if (random() % 1000 < static_cast<unsigned>(share * 1000)) indices.push_back(index);
  }
  const std::vector<float> values(indices.size(), static_cast<float>(rank + 1));
  return {{0, kUniverse}, indices, values};
}

std::vector<float> dense_values(const Stream& stream) {
  std::vector<float> dense(kUniverse, 0.0F);
  if (stream.format() == algos::Format::dense) {
    std::ranges::copy(stream.values(), dense.begin());
    return dense;
  }
  for (std::size_t i = 0; i < stream.indices().size(); ++i) {
    dense[stream.indices()[i]] = stream.values()[i];
  }
  return dense;
}

/// The result of one rank; those of the others must be equal.
std::vector<float> result_of(std::string_view algorithm, int ranks, double density) {
  std::vector<float> result;
  const algos::AllreduceOptions options{keep_first(), algos::DenseSwitch::at_delta,
                                        model::FormatSet::published()};
  runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    const Stream reduced =
        algos::find_allreduce(algorithm)(comm, input_of(comm.rank(), density), options);
    if (result.empty()) result = dense_values(reduced);
    CHECK(dense_values(reduced) == result);
  });
  return result;
}

/// Reduces serially; rank_at(index, i) is the rank of the i-th operand at this index.
template <class RankAt>
std::vector<float> serial(int ranks, double density, RankAt rank_at) {
  std::vector<std::vector<float>> inputs;
  for (int rank = 0; rank < ranks; ++rank) inputs.push_back(dense_values(input_of(rank, density)));
  std::vector<float> result(kUniverse, 0.0F);
  for (std::uint32_t index = 0; index < kUniverse; ++index) {
    for (int i = 0; i < ranks && result[index] == 0; ++i) {
      result[index] = inputs[static_cast<std::size_t>(rank_at(index, i))][index];
    }
  }
  return result;
}

}  // namespace

TEST_CASE("operands meet in the order of their ranks, folded or not, sparse, dense or mixed") {
  for (const int ranks : conformance::rank_counts()) {
    for (const double density : {0.02, 0.2, 0.6}) {
      const auto expected = serial(ranks, density, [](std::uint32_t, int i) { return i; });
      for (const std::string_view algorithm : {"dense_recursive_doubling",
                                               "dense_recursive_doubling(code=over)",
                                               "dense_recursive_doubling(code=mpich)",
                                               "dense_recursive_k",
                                               "dense_recursive_k(radix=3)",
                                               "dense_recursive_k(radix=8)",
                                               "dense_rabenseifner",
                                               "dense_rabenseifner(code=ompi)",
                                               "dense_rabenseifner(code=mpich)",
                                               "sparse_allgather",
                                               "ssar_recursive_double",
                                               "ssar_split_allgather",
                                               "dsar_split_allgather",
                                               "parameter_server",
                                               "parallax",
                                               "parallax(ranks_per_machine=3)",
                                               "omnireduce(block=8)",
                                               "traff_elimination",
                                               "hofmann_runger",
                                               "kylix",
                                               "gloo_sparse",
                                               "gloo_sparse(padded=true)",
                                               "horovod_slices"}) {
        CAPTURE(algorithm, ranks, density);
        CHECK(result_of(algorithm, ranks, density) == expected);
      }
    }
  }
}

TEST_CASE("a ring reduces segment s in the order s, s+1, ...") {
  for (const int ranks : conformance::rank_counts()) {
    for (const double density : {0.02, 0.2, 0.6}) {
      const auto cuts = model::boundaries({0, kUniverse}, static_cast<std::uint64_t>(ranks));
      const auto expected = serial(ranks, density, [&](std::uint32_t index, int i) {
        const auto segment = std::ranges::upper_bound(cuts, index) - cuts.begin() - 1;
        return (static_cast<int>(segment) + i) % ranks;
      });
      for (const std::string_view algorithm :
           {"dense_ring", "dense_ring(code=ompi)", "sparse_ring"}) {
        CAPTURE(algorithm, ranks, density);
        CHECK(result_of(algorithm, ranks, density) == expected);
      }
    }
  }
}

TEST_CASE("recursive halving reduces lower partners first, the farthest pairs before the near") {
  for (const int ranks : {2, 4, 8, 16}) {
    const auto expected = serial(ranks, 0.2, [&](std::uint32_t, int i) {
      int reversed = 0;
      for (int bit = 1; bit < ranks; bit *= 2) reversed = 2 * reversed + ((i & bit) != 0 ? 1 : 0);
      return reversed;
    });
    CAPTURE(ranks);
    CHECK(result_of("traff_elimination(schedule=rabenseifner)", ranks, 0.2) == expected);
  }
}
