#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

#include "algos/registry/registry.hpp"
#include "model/algorithms/algorithm.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/oktopk.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/oktopk_volume.hpp"

using namespace sparlab;

TEST_CASE("oktopk: an owner's merges see at most three times what it receives, in any windows") {
  constexpr int kRanks = 256;
  constexpr std::uint64_t kUniverse = 133'500'000;  // BERT's
  constexpr double kNnz = 1'335'000;
  const runtime::WorkRates rates{5e-9, 7e-9, 6e-10, 1.5e-10, 1.5e-9};
  const auto machine = runtime::loggp::Machine::hockney(1.1e-6, 1.02e-10, rates);
  const model::UniformFillIn fill_in(kUniverse, kNnz);
  const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
  const auto merged_entries = [&](const std::string& window) {
    double merged = 0;
    runtime::loggp::run(machine, kRanks, [&](runtime::Comm& comm) {
      runtime::decorators::CountingComm counting(comm);
      algos::make_reducer("oktopk(window=" + window + ")", {})
          ->reduce(counting, algos::CountedStream(context, {0, kUniverse}));
      for (const auto& [name, counts] : counting.phases()) {
        merged = std::max(merged, counts.work[static_cast<std::size_t>(runtime::WorkKind::merge)]);
      }
    });
    return merged;
  };
  const double at_once = merged_entries("255");
  CHECK(at_once == Approx(kNnz).epsilon(0.01));
  for (const std::string window : {"1", "4", "16"}) {
    CAPTURE(window);
    CHECK(merged_entries(window) <= 3 * at_once);
  }
}

TEST_CASE("oktopk: every call stays within the corrected bounds, and what exceeds 6k is explained",
          "[arithmetic]") {
  std::set<std::string> at_work;
  for (const auto& input : conformance::oktopk_inputs()) {
    for (const int ranks : {2, 3, 7, 8, 16, 17, 64}) {
      // A million normal numbers a rank and call; what dense inputs show does not need many ranks.
      if (ranks == 64 && input.name.starts_with("dense")) continue;
      const double published = conformance::oktopk_published_words(
          static_cast<std::uint64_t>(ranks), conformance::kOktopkK);
      for (const auto& measured : conformance::measure_oktopk(input, ranks)) {
        const auto corrections = conformance::corrections_at_work(measured);
        CAPTURE(input.name, ranks, measured.call.evaluating, corrections);
        CHECK(measured.split_words <= measured.bound.split);
        CHECK(measured.gather_words <= measured.bound.evaluation + measured.bound.gather);
        CHECK(measured.words <= measured.bound.total());
        if (measured.words > published) {
          CHECK(corrections != "");
          for (const char number : corrections) at_work.insert(input.name + ": " + number);
        }
      }
    }
  }
  for (const std::string violation :
       {"random: 1", "ranks disagree: 3", "moved into one region: 3", "unbalanced by 4: 2",
        "unbalanced by 8, never balanced: 2", "growing: 4"}) {
    CAPTURE(violation);
    CHECK(at_work.contains(violation));
  }
}

TEST_CASE("oktopk: an imbalance of just 4 costs 6k in gathering on 64 ranks") {
  for (const auto& input : conformance::oktopk_inputs()) {
    if (input.name != "unbalanced by 4") continue;
    const auto ordinary = conformance::measure_oktopk(input, 64).at(1);
    CHECK(ordinary.gather_words > 5.8 * conformance::kOktopkK);
    CHECK(ordinary.gather_words <= 6.0 * conformance::kOktopkK);
    CHECK(ordinary.words > 7.8 * conformance::kOktopkK);
  }
}

TEST_CASE(
    "oktopk: the corrected published cost holds the model's, which spikes where it evaluates") {
  constexpr std::uint64_t kN = 720'720;
  constexpr double kNnz = 720;
  const model::UniformFillIn uniform(kN, kNnz);
  const model::IdenticalFillIn identical(kN, kNnz);
  const model::DisjointFillIn disjoint(kN, kNnz);
  for (std::uint64_t ranks = 1; ranks <= 16; ++ranks) {
    const auto interval = model::Algorithm("oktopk").published_cost()->corrected(
        {static_cast<double>(ranks), static_cast<double>(kN), kNnz});
    for (const model::FillIn* fill_in : {static_cast<const model::FillIn*>(&uniform),
                                         static_cast<const model::FillIn*>(&identical),
                                         static_cast<const model::FillIn*>(&disjoint)}) {
      const model::Problem problem{
          .ranks = ranks, .fill_in = fill_in, .wire = model::WireFormat::headerless(4, 4)};
      const auto calls = model::oktopk_calls(problem, {.balance = model::BalanceRule::never});
      CAPTURE(ranks, fill_in->describe());
      CHECK(calls.mean.messages() == Approx(interval.messages));
      CHECK(calls.mean.bytes() >= interval.low_bytes * (1 - 1e-12));
      CHECK(calls.mean.bytes() <= interval.high_bytes * (1 + 1e-12));
      if (ranks == 1) continue;
      CHECK(calls.first.bytes() > calls.evaluating.bytes());
      CHECK(calls.evaluating.bytes() > calls.mean.bytes());
      CHECK(calls.mean.bytes() > calls.ordinary.bytes());
    }
  }
}
