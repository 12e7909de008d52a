// What MiCRO and ExDyna do from call to call, and what they send.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/parameters/top_k.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/totals.hpp"

using namespace sparlab;
using namespace sparlab::conformance;

namespace {

using Inputs = std::vector<std::vector<float>>;  // by rank

/// What a call returns and sends.
struct Call {
  std::vector<std::uint32_t> indices;
  double bytes = 0;  ///< of all ranks
};

/// Calls of one reducer a rank; inputs_of(call) are those of a call.
template <class InputsOf>
std::vector<Call> calls(const std::string& spec, std::size_t ranks, int count, InputsOf inputs_of) {
  std::vector<Call> found(static_cast<std::size_t>(count));
  runtime::loggp::run({}, static_cast<int>(ranks), [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(spec, {});
    for (int call = 0; call < count; ++call) {
      const Inputs inputs = inputs_of(call);
      runtime::decorators::CountingComm counting(comm);
      const FloatStream result =
          reducer->reduce(counting, coo_stream(inputs[static_cast<std::size_t>(comm.rank())]));
      Call& of_call = found[static_cast<std::size_t>(call)];
      of_call.bytes += counting.total().bytes_received;
      if (comm.rank() == 0)
        of_call.indices.assign(result.indices().begin(), result.indices().end());
    }
  });
  return found;
}

/// Normal values whose deviation in the first quarter of the range is `bias` times that elsewhere.
Inputs normal_inputs(std::size_t ranks, std::size_t universe, std::uint32_t seed, double bias = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Inputs inputs(ranks, std::vector<float>(universe));
  for (auto& input : inputs)
    for (std::size_t i = 0; i < universe; ++i)
      input[i] = static_cast<float>(normal(random) * (i < universe / 4 ? bias : 1));
  return inputs;
}

}  // namespace

TEST_CASE("micro: rank r selects in part t + r, and no call forgets what another held back") {
  // Rank r has an entry in each part; its own part of a call is the only one that counts.
  constexpr std::size_t kRanks = 4;
  Inputs inputs(kRanks, std::vector<float>(4 * kRanks, 0));
  for (std::size_t rank = 0; rank < kRanks; ++rank)
    for (std::size_t part = 0; part < kRanks; ++part) inputs[rank][4 * part + rank] = 1;
  const Inputs nothing(kRanks, std::vector<float>(4 * kRanks, 0));
  const auto found =
      calls("micro", kRanks, 5, [&](int call) { return call == 0 ? inputs : nothing; });
  for (std::uint32_t call = 0; call < kRanks; ++call) {
    std::vector<std::uint32_t> expected;  // in part p, the entry of rank p - t
    for (std::uint32_t part = 0; part < kRanks; ++part)
      expected.push_back(4 * part + (part + kRanks - call) % kRanks);
    CAPTURE(call);
    CHECK(found[call].indices == expected);
  }
  CHECK(found.back().indices.empty());
}

TEST_CASE("micro: the threshold starts at 1/(2 sqrt(k)) and moves by the published factors") {
  // k = 4: selected are magnitudes from 1/4 on.
  const model::MicroParameters parameters{.k = 4};
  CHECK(parameters.first_threshold() == 0.25);
  CHECK(parameters.scaling(4.5) == 1.005);
  CHECK(parameters.scaling(4.4) == 1.00125);
  CHECK(parameters.scaling(4) == 1.00125);
  CHECK(parameters.scaling(3.6) == 0.995);
  CHECK(parameters.scaling(0) == 0.995);
  const Inputs inputs = {{0.25F, 0.2495F, 0.3F, 0}, {0, 0.5F, 0.249F, -0.26F}};
  const auto one_rank = [](const Inputs& all) { return Inputs{all[0]}; };
  const auto found = calls("micro(k=4)", 1, 2, [&](int) { return one_rank(inputs); });
  CHECK(found[0].indices == std::vector<std::uint32_t>{0, 2});
  // 0.25 * 0.995 = 0.24875, and the second entry has accumulated.
  CHECK(found[1].indices == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(calls("micro(k=4)", 2, 1, [&](int) { return inputs; })[0].indices ==
        std::vector<std::uint32_t>{0, 3});
}

TEST_CASE("micro: the number of entries comes close to k and stays there") {
  constexpr std::size_t kUniverse = 4000;
  constexpr double kWanted = 200;
  const auto found = calls("micro(k=200, threshold=3)", 4, 400, [&](int call) {
    return normal_inputs(4, kUniverse, static_cast<std::uint32_t>(call));
  });
  double sum = 0;
  for (std::size_t call = 300; call < 400; ++call)
    sum += static_cast<double>(found[call].indices.size());
  CHECK(sum / 100 > 0.85 * kWanted);
  CHECK(sum / 100 < 1.15 * kWanted);
}

TEST_CASE("micro: lists of indices are as long as the longest, unless padded=false") {
  // Parts of four indices, in which ranks 0 to 3 hold 4, 2, 0 and 1 entries of their own.
  constexpr std::size_t kRanks = 4;
  Inputs inputs(kRanks, std::vector<float>(16, 0));
  for (const std::size_t index : {0, 1, 2, 3}) inputs[0][index] = 1;
  for (const std::size_t index : {4, 6}) inputs[1][index] = 1;
  inputs[3][15] = 1;
  const auto bytes_of = [&](const std::string& spec) {
    return calls(spec, kRanks, 1, [&](int) { return inputs; })[0].bytes;
  };
  constexpr double kCounts = kRanks * 3 * 8;
  constexpr double kHeaders = kRanks * 3 * 32;
  constexpr double kValues = 2 * 3 * 7 * 4;
  CHECK(bytes_of("micro") == kCounts + kHeaders + kRanks * 3 * 4 * 4 + kValues);
  CHECK(bytes_of("micro(padded=false)") == kCounts + kHeaders + 3 * 7 * 4 + kValues);
}

TEST_CASE("micro: balanced parts select about equal numbers after some calls") {
  constexpr std::size_t kRanks = 4;
  constexpr std::size_t kUniverse = 4096;
  const auto imbalance = [&](const std::string& parts) {
    const auto found =
        calls("micro(k=256, threshold=3, parts=" + parts + ")", kRanks, 300, [&](int call) {
          return normal_inputs(kRanks, kUniverse, static_cast<std::uint32_t>(call), 2);
        });
    double bytes = 0;
    double least = 0;
    for (std::size_t call = 250; call < 300; ++call) {
      const auto entries = static_cast<double>(found[call].indices.size());
      bytes += found[call].bytes - kRanks * 3 * 40 - 2 * 3 * entries * 4;
      least += 3 * entries * 4;
    }
    return bytes / least;  // longest over mean
  };
  const double equal = imbalance("equal");
  const double balanced = imbalance("balanced");
  CAPTURE(equal, balanced);
  CHECK(equal > 1.8);
  CHECK(balanced < 1.4);
  CHECK(balanced >= 1);
}

TEST_CASE("micro: real streams charge the selections that counted ones do") {
  constexpr std::uint64_t kUniverse = 1024;
  RankInput input;
  for (std::uint64_t index = 0; index < kUniverse; index += 4) input.indices.push_back(index);
  const model::IdenticalFillIn fill_in(kUniverse, kUniverse / 4.0);
  for (const std::uint64_t ranks : {1, 2, 4, 8}) {
    for (const char* const spec : {"micro(k=256)", "micro(k=256, parts=balanced, padded=false)"}) {
      CAPTURE(spec, ranks);
      CHECK(work_of({spec}, std::vector(ranks, ones(input, kUniverse))) ==
            counted_work_of({spec}, ranks, fill_in));
    }
  }
}
