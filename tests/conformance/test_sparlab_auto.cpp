#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/systems/sparlab_auto/input_summary.hpp"
#include "model/choice/agreed_fill_in.hpp"
#include "model/choice/choice.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/auto_regret.hpp"
#include "tests/conformance/suite/layered_supports.hpp"
#include "tests/conformance/suite/rank_counts.hpp"
#include "tests/conformance/suite/streams.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<float, std::uint32_t>;

namespace {

/// Machines on which the suite's inputs are gathered, merged, or summarised first, one on which
/// ranks of the same call do either, and one whose hosts have three ranks each.
std::map<std::string, model::Machine> machines() {
  model::Machine gathers;
  gathers.alpha_s = 1;
  gathers.beta_s_per_byte = 1e-9;
  model::Machine merges = gathers;
  merges.gammas.merge_s = 1e-12;
  model::Machine agrees;
  agrees.alpha_s = 1e-15;
  agrees.gammas.merge_s = agrees.gammas.scatter_s = 1;
  model::Machine mixed;
  mixed.alpha_s = 1e-6;
  mixed.beta_s_per_byte = 2e-9;
  mixed.gammas.merge_s = mixed.gammas.scatter_s = 5e-8;
  model::Machine hosts = agrees;
  hosts.beta_s_per_byte = 2e-9;
  hosts.hosts.placement = {.hosts = 100, .ranks_per_host = 3};
  hosts.hosts.inside = {{0, 1e-16, 1e-12}};
  return {{"gathers", gathers},
          {"merges", merges},
          {"agrees", agrees},
          {"mixed", mixed},
          {"hosts", hosts}};
}

/// Number of calls by their decision.
struct Seen {
  int gathered = 0;  ///< ended with the exchange
  int agreed = 0;    ///< ran an algorithm after it
};

}  // namespace

TEST_CASE("sparlab_auto is exact and sends what the model predicts, with every decision") {
  Seen seen;
  for (const int ranks : conformance::rank_counts()) {
    for (const auto& scenario : conformance::scenarios(ranks)) {
      const auto fill_in = conformance::exact_fill_in(scenario);
      for (const auto& [name, machine] : machines()) {
        for (const auto formats : {model::FormatSet::published(), model::FormatSet::all()}) {
          const model::Problem problem{.ranks = static_cast<std::uint64_t>(ranks),
                                       .fill_in = &fill_in,
                                       .wire = Stream::wire_format(),
                                       .formats = formats,
                                       .machine = &machine};
          const model::Cost cost = *model::Algorithm("sparlab_auto").cost(problem);
          const algos::AllreduceOptions options{.formats = formats, .machine = &machine};
          const auto allreduce = algos::find_allreduce("sparlab_auto");
          const auto expected = conformance::holders(scenario);
          CAPTURE(name, ranks, scenario.name, formats == model::FormatSet::all());
          const auto run = runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
            const auto& input = scenario.inputs[static_cast<std::size_t>(comm.rank())];
            const Stream result =
                allreduce(comm, conformance::ones(input, scenario.universe), options);
            CHECK(conformance::dense_values(result) == expected);
          });
          CHECK(static_cast<double>(run.messages) == cost.total_messages);
          CHECK(run.bytes == cost.total_bytes);
          const auto is_reduction = [](const model::Stage& stage) {
            return stage.name == "reduce";
          };
          const bool only_gathers = std::ranges::count_if(cost.critical_path, is_reduction) == 1 &&
                                    cost.critical_path.back().name == "reduce";
          ++(only_gathers ? seen.gathered : seen.agreed);
        }
      }
    }
  }
  CHECK(seen.gathered > 100);
  CHECK(seen.agreed > 100);
}

TEST_CASE("one large input makes all ranks agree before they choose") {
  const model::Machine machine{
      .alpha_s = 1e-6, .beta_s_per_byte = 1e-10, .gammas = {.merge_s = 5e-9, .scatter_s = 7e-9}};
  constexpr std::uint64_t kUniverse = 1 << 16;
  for (const int ranks : {2, 3, 4, 7, 8}) {
    for (const int large : {0, ranks - 1}) {
      runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
        std::vector<std::uint32_t> indices;
        const std::uint32_t stride = comm.rank() == large ? 2 : 1 << 14;
        for (std::uint32_t i = 0; i < kUniverse; i += stride) indices.push_back(i);
        const Stream input({0, kUniverse}, indices, std::vector<float>(indices.size(), 1.0F));
        const Stream result =
            algos::find_allreduce("sparlab_auto")(comm, input, {.machine = &machine});
        std::vector<double> expected(kUniverse);
        for (std::size_t i = 0; i < kUniverse; i += 2) expected[i] = 1;
        for (std::size_t i = 0; i < kUniverse; i += 1 << 14) expected[i] = ranks;
        CAPTURE(ranks, large);
        CHECK(conformance::dense_values(result) == expected);
      });
    }
  }
}

TEST_CASE("an empty universe has an empty sum") {
  for (const int ranks : {1, 2, 3, 8}) {
    runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
      for (const Stream& input : {Stream({5, 5}, {}, {}), Stream::uninitialised_dense({5, 5})}) {
        const Stream result = algos::find_allreduce("sparlab_auto")(comm, input, {});
        CHECK(result.range() == algos::Range{5, 5});
        CHECK(result.count() == 0);
      }
    });
  }
}

TEST_CASE("a dense input among sparse ones is reduced exactly") {
  for (const int ranks : {2, 3, 5, 8}) {
    runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
      Stream input({0, 300}, std::vector<std::uint32_t>{7}, std::vector<float>{1});
      if (comm.rank() == 1) {
        input = Stream::uninitialised_dense({0, 300});
        std::ranges::fill(input.mutable_values(), 2.0F);
      }
      const Stream result = algos::find_allreduce("sparlab_auto")(comm, input, {});
      std::vector<double> expected(300, 2.0);
      expected[7] = ranks + 1;
      CHECK(conformance::dense_values(result) == expected);
    });
  }
}

TEST_CASE("summaries add up to the same bytes in any order") {
  std::mt19937 random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const auto universe = static_cast<std::uint32_t>(1 + random() % 100'000);
    constexpr std::uint64_t kRanks = 6;
    std::vector<algos::InputSummary> summaries;
    for (std::uint64_t rank = 0; rank < kRanks; ++rank) {
      std::vector<std::uint32_t> indices;
      for (std::uint64_t i = 0; i < universe; i += 1 + random() % (1 + 40 * rank)) {
        indices.push_back(static_cast<std::uint32_t>(i));
      }
      const Stream stream({0, universe}, indices, std::vector<float>(indices.size(), 1.0F));
      summaries.emplace_back(stream, kRanks);
    }
    algos::InputSummary forward = summaries[0];
    for (std::size_t i = 1; i < kRanks; ++i) forward.add(summaries[i]);
    algos::InputSummary pairs = summaries[5];
    pairs.add(summaries[2]);
    algos::InputSummary others = summaries[3];
    others.add(summaries[0]);
    others.add(summaries[4]);
    pairs.add(others);
    pairs.add(summaries[1]);
    const auto left = forward.encode();
    const auto right = pairs.encode();
    CHECK(std::ranges::equal(left.bytes(), right.bytes()));
  }
}

TEST_CASE("a damaged summary is refused, whichever byte is damaged") {
  const Stream stream({0, 1000}, std::vector<std::uint32_t>{1, 500, 999},
                      std::vector<float>{1, 2, 3});
  const auto message = algos::InputSummary(stream, 4).encode();
  REQUIRE(algos::InputSummary::is_in(message));
  for (std::size_t i = 8; i < message.bytes().size(); ++i) {
    runtime::Buffer buffer(message.bytes().size());
    std::memcpy(buffer.data(), message.bytes().data(), message.bytes().size());
    buffer.data()[i] ^= std::byte{4};
    const runtime::Message damaged(buffer, 0, message.bytes().size());
    CHECK_THROWS_AS(algos::InputSummary::decode(damaged, {0, 1000}, 4), algos::WireError);
  }
  CHECK_THROWS_AS(algos::InputSummary::decode(message, {0, 1001}, 4), algos::WireError);
}

TEST_CASE("sparlab_auto is at most 10 % slower than the best exact algorithm on uniform inputs",
          "[arithmetic]") {
  struct Sweep {
    model::Machine machine;
    std::vector<std::uint64_t> ranks;
    std::vector<double> densities;
  };
  const model::Gammas gammas{5e-9, 7e-9, 6e-10, 1.5e-10, 1.5e-9};
  const model::Machine aries{.alpha_s = 1.1e-6, .beta_s_per_byte = 1.02e-10, .gammas = gammas};
  const model::Machine ethernet{.alpha_s = 2.5e-5, .beta_s_per_byte = 8.5e-9, .gammas = gammas};
  const std::vector<Sweep> sweeps = {
      {aries, {2, 4, 8, 16, 32}, {0.00781}},
      {ethernet, {8}, {1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.2, 0.5}}};
  constexpr std::uint64_t kUniverse = 16'000'000;
  for (const Sweep& sweep : sweeps) {
    auto machine =
        runtime::loggp::Machine::hockney(sweep.machine.alpha_s, sweep.machine.beta_s_per_byte);
    machine.rates = {gammas.merge_s, gammas.scatter_s, gammas.dense_sum_s, gammas.copy_s_per_byte,
                     gammas.select_s};
    for (const std::uint64_t ranks : sweep.ranks) {
      for (const double density : sweep.densities) {
        const model::UniformFillIn fill_in(kUniverse, density * kUniverse);
        const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
        const auto seconds = [&](const algos::AlgorithmInfo& info) {
          const auto format = info.dense_input ? algos::Format::dense : algos::Format::coo;
          const auto allreduce = algos::find_allreduce(info.name);
          return runtime::loggp::run(
                     machine, static_cast<int>(ranks),
                     [&](runtime::Comm& comm) {
                       const algos::CountedStream input(context, {0, kUniverse}, format);
                       allreduce(comm, input, {.machine = &sweep.machine});
                     })
              .makespan_s();
        };
        double best = seconds(*algos::find_algorithm("sparlab_auto"));
        const double chosen = best;
        for (const auto& info : algos::algorithms()) {
          if (info.exactness != algos::Exactness::exact || info.native) continue;
          // With 16 M elements, these take minutes to run and tens of times the best time.
          if (info.name.find("omnireduce") != std::string_view::npos) continue;
          best = std::min(best, seconds(info));
        }
        CAPTURE(ranks, density, chosen, best);
        CHECK(chosen <= 1.1 * best);
      }
    }
  }
}

TEST_CASE("the expected time of dsar_split_allgather includes the delay by owners of hot ranges",
          "[arithmetic]") {
  // Copies must differ from transfers: if both take 0.1 ns a byte, messages of 12 ranks tie, and a
  // microsecond of the split decides which of them queues behind the other, 36 us long.
  const auto machine = conformance::twin_machine(1e-6, 1e-10, {4e-9, 5e-9, 5e-10, 1.5e-10, 1e-9});
  const std::uint64_t universe = conformance::layered_universe();
  const auto allreduce = algos::find_allreduce("dsar_split_allgather");
  for (const double common : {0.2, 0.5}) {
    for (const int ranks : {4, 8, 12, 16, 32}) {
      const auto supports =
          conformance::layered_supports({.common = common, .by_size = 0.2}, ranks, universe / 100);
      const auto input_of = [&](std::size_t rank) {
        return Stream({0, universe}, supports[rank],
                      std::vector<float>(supports[rank].size(), 1.0F));
      };
      algos::InputSummary all(input_of(0), supports.size());
      for (std::size_t rank = 1; rank < supports.size(); ++rank) {
        all.add(algos::InputSummary(input_of(rank), supports.size()));
      }
      const model::AgreedFillIn fill_in(model::agreed_inputs(all.sums()));
      const model::Problem problem{.ranks = supports.size(),
                                   .fill_in = &fill_in,
                                   .wire = Stream::wire_format(),
                                   .machine = &machine.model};
      const double expected_s =
          model::Algorithm("dsar_split_allgather").cost(problem)->seconds(machine.model);
      const double taken_s = runtime::loggp::run(machine.loggp, ranks, [&](runtime::Comm& comm) {
                               allreduce(comm, input_of(static_cast<std::size_t>(comm.rank())), {});
                             }).makespan_s();
      CAPTURE(common, ranks);
      CHECK(expected_s == Approx(taken_s).epsilon(0.03));
    }
  }
}

TEST_CASE("sparlab_auto on layered gradients: at most 10 % slower than the best exact algorithm",
          "[arithmetic]") {
  const model::Gammas gammas{5e-9, 7e-9, 6e-10, 1.5e-10, 1.5e-9};
  const auto aries = conformance::twin_machine(1.1e-6, 1.02e-10, gammas);
  const std::uint64_t universe = conformance::layered_universe();
  for (const double common : {0.2, 0.8}) {
    for (const double by_size : {0.2, 0.5}) {
      const conformance::LayeredGradients gradients{.common = common, .by_size = by_size};
      for (const int ranks : {8, 16, 32}) {
        for (const std::uint64_t entries : {universe / 100, universe / 200}) {
          const auto regret = conformance::measure_regret(
              conformance::layered_supports(gradients, ranks, entries), universe, aries);
          CAPTURE(common, by_size, ranks, entries, regret.best, regret.chosen);
          CHECK(regret.share() <= 0.1);
        }
      }
    }
  }
}

TEST_CASE("sparlab_auto on small overlapping inputs: at most 10 % slower than the best one",
          "[arithmetic]") {
  const model::Gammas gammas{5e-9, 7e-9, 6e-10, 1.5e-10, 1.5e-9};
  const auto aries = conformance::twin_machine(1.1e-6, 1.02e-10, gammas);
  const std::uint64_t universe = conformance::layered_universe();
  const conformance::LayeredGradients gradients{.common = 0.8, .by_size = 0.5};
  for (const int ranks : {8, 16, 32}) {
    for (const std::uint64_t entries : {80, 160, 320, 640}) {
      const auto regret = conformance::measure_regret(
          conformance::layered_supports(gradients, ranks, entries), universe, aries);
      CAPTURE(ranks, entries, regret.best, regret.chosen);
      CHECK(regret.share() <= 0.1);
    }
  }
}

TEST_CASE("where ranks share hosts, sparlab_auto is at most 10 % slower than the best algorithm",
          "[arithmetic]") {
  const model::Gammas gammas{5e-9, 7e-9, 6e-10, 1.5e-10, 1.5e-9};
  auto ethernet = conformance::twin_machine(2e-5, 8.5e-10, gammas);
  ethernet.model.hosts.placement = {.hosts = 16, .ranks_per_host = 4};
  ethernet.model.hosts.inside = {{0, 5e-7, 2e-10}};
  ethernet.loggp.placement = ethernet.model.hosts.placement;
  ethernet.loggp.inside = ethernet.model.hosts.inside;
  const std::uint64_t universe = conformance::layered_universe();
  const conformance::LayeredGradients gradients{.common = 0.5, .by_size = 0.35};
  for (const int ranks : {8, 16, 32}) {
    for (const std::uint64_t entries : {universe / 100, universe / 400, universe / 1600}) {
      const auto regret = conformance::measure_regret(
          conformance::layered_supports(gradients, ranks, entries), universe, ethernet);
      CAPTURE(ranks, entries, regret.best, regret.chosen);
      CHECK(regret.share() <= 0.1);
    }
  }
}
