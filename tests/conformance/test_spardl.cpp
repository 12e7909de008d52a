// What SparDL sends in comparison with Dryden's allreduce, and what its ranks hold back.
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/totals.hpp"

using namespace sparlab;
using namespace sparlab::conformance;

namespace {

using Values = std::vector<double>;

/// The result of a first call, then each rank's residual.
std::vector<Values> result_and_residuals(const std::string& spec,
                                         const std::vector<std::vector<float>>& inputs,
                                         bool dense) {
  std::vector<Values> found(inputs.size() + 1);
  runtime::loggp::run({}, static_cast<int>(inputs.size()), [&](runtime::Comm& comm) {
    const auto& input = inputs[static_cast<std::size_t>(comm.rank())];
    const auto reducer = algos::make_reducer(spec, {});
    const FloatStream result =
        reducer->reduce(comm, dense ? dense_stream(input) : coo_stream(input));
    if (comm.rank() == 0) found[0] = dense_values(result);
    const algos::Stream& residual = *reducer->residual();
    Values& held = found[static_cast<std::size_t>(comm.rank()) + 1];
    held = residual.count() > 0 ? dense_values(residual) : Values(input.size(), 0);
  });
  return found;
}

}  // namespace

TEST_CASE("spardl sends the bytes of dryden in fewer messages if all blocks are full") {
  RankInput input;
  for (std::uint64_t index = 0; index < 1024; index += 16) input.indices.push_back(index);
  for (const std::uint64_t ranks : {2, 4, 8, 16}) {
    const std::vector<FloatStream> inputs(ranks, ones(input, 1024));
    const Totals dryden = taken({"dryden(k=64)"}, inputs);
    const Totals spardl = taken({"spardl(k=64)"}, inputs);
    CAPTURE(ranks);
    CHECK(spardl.bytes == dryden.bytes);
    CHECK(dryden.messages == static_cast<double>(ranks * 2 * (ranks - 1)));
    CHECK(spardl.messages == static_cast<double>(ranks * 2 * (std::bit_width(ranks) - 1)));
  }
}

TEST_CASE("spardl: the result decides what each rank holds back") {
  // Rank 3 cuts what rank 1 has sent of index 1, which is in the result, and keeps its own entry of
  // index 2, which it has sent and rank 0 has cut. All are in the first block of four.
  constexpr std::size_t kUniverse = 20;
  std::vector<std::vector<float>> inputs(4, std::vector<float>(kUniverse, 0));
  inputs[0][1] = 50;
  inputs[1][1] = 1;
  inputs[2][1] = 2;
  inputs[3][2] = 9;
  std::vector<Values> expected(5, Values(kUniverse, 0));
  expected[0][1] = 52;
  expected[4][1] = 1;
  expected[4][2] = 9;
  for (const bool dense : {false, true})
    CHECK(result_and_residuals("spardl(k=4)", inputs, dense) == expected);
}

TEST_CASE("spardl: teams that cut the same off one sum hold equal shares of it") {
  const std::vector<std::vector<float>> inputs = {{8, 0}, {0, 6}, {0, 9}, {0, 1}};
  for (const bool dense : {false, true}) {
    CHECK(result_and_residuals("spardl(k=1, teams=4)", inputs, dense) ==
          std::vector<Values>{{0, 10}, {8, 3}, {0, 3}, {0, 0}, {0, 0}});
  }
}

TEST_CASE("spardl with B-SAG: all teams hold equal shares of what they cut off the union") {
  // One block, of which each of three teams gives one entry; the union of three is cut to two.
  const std::vector<std::vector<float>> inputs = {{8, 0, 0}, {0, 6, 0}, {0, 0, 9}};
  for (const bool dense : {false, true}) {
    CHECK(result_and_residuals("spardl(k=2, teams=3, sag=b)", inputs, dense) ==
          std::vector<Values>{{8, 0, 9}, {0, 0, 0}, {0, 6, 0}, {0, 0, 0}});
  }
  // At an index of the result, a cut sum is shared; an entry that was not given stays whole.
  const std::vector<std::vector<float>> shared = {{8, 0}, {4, 2}, {0, 9}};
  for (const bool dense : {false, true}) {
    CHECK(result_and_residuals("spardl(k=1, teams=3, sag=b)", shared, dense) ==
          std::vector<Values>{{12, 0}, {0, 0}, {0, 2}, {0, 9}});
  }
}

TEST_CASE("spardl with B-SAG gives as many entries to other teams as make k/T in their union") {
  constexpr int kRanks = 6;
  constexpr std::size_t kUniverse = 6000;
  constexpr int kCalls = 200;
  // Supports of teams are equal, or disjoint: 300 of each 1000 indices.
  for (const int shift : {0, 300}) {
    const double expected = shift == 0 ? 150 : 50;
    double sent = 0;
    runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
      const auto reducer = algos::make_reducer("spardl(k=300, teams=3, sag=b)", {});
      for (int call = 0; call < kCalls; ++call) {
        runtime::decorators::CountingComm counting(comm);
        std::vector<float> input(kUniverse, 0);
        for (std::size_t i = 0; i < kUniverse; ++i) {
          const auto place = (i + static_cast<std::size_t>(shift * (comm.rank() / 2))) % 1000;
          if (place < 300) input[i] = 1.0F + static_cast<float>((i * 7919 + 31) % 1000) / 1000;
        }
        reducer->reduce(counting, coo_stream(input));
        if (comm.rank() != 0 || call < kCalls / 2) continue;
        for (const auto& phase : counting.phases())
          if (phase.name == "allgather") sent += phase.counts.bytes_sent / (kCalls - kCalls / 2);
      }
    });
    CAPTURE(shift, sent);
    // An allgather of two blocks by two other teams, then that of the result inside the team.
    const double others = (sent - (32 + 150 * 8)) / 2 - 32;
    CHECK(others / 8 == Approx(expected).epsilon(0.1));
  }
}
