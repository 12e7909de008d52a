#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "model/algorithms/algorithm.hpp"
#include "model/base/range.hpp"
#include "model/choice/agreed_fill_in.hpp"
#include "model/choice/choice.hpp"
#include "model/choice/early_exchange.hpp"
#include "model/choice/input_windows.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/derived_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

AgreedInputs even(std::uint64_t ranks, std::uint64_t universe, double nnz, double union_entries) {
  AgreedInputs inputs{ranks, universe, static_cast<double>(ranks) * nnz, union_entries, {}};
  for (std::size_t bin = 0; bin < kInputBins; ++bin) {
    inputs.bin_shares[bin] = static_cast<double>(part_of({0, universe}, bin, kInputBins).size()) /
                             static_cast<double>(universe);
  }
  return inputs;
}

Problem terms_of(std::uint64_t ranks, const Machine& machine) {
  Problem terms;
  terms.ranks = ranks;
  terms.machine = &machine;
  return terms;
}

Machine ethernet() {
  Machine machine;
  machine.alpha_s = 2.5e-5;
  machine.beta_s_per_byte = 8.5e-9;
  machine.gammas = {5e-9, 7e-9, 6e-10, 1.5e-10, 1.5e-9};
  return machine;
}

}  // namespace

TEST_CASE("agreed fill-in has the agreed mean and the agreed union") {
  for (const double union_entries : {1000.0, 1500.0, 3000.0, 7000.0}) {
    const AgreedFillIn fill_in(even(8, 100'000, 1000, union_entries));
    CHECK(fill_in.distinct(1) == Approx(1000));
    CHECK(fill_in.distinct(8) == Approx(union_entries));
    CHECK(fill_in.distinct(4) > 1000 - 1e-6);
    CHECK(fill_in.distinct(4) <= union_entries + 1e-6);
    CHECK(fill_in.symmetry() == Symmetry::ranks_and_ranges);
  }
}

TEST_CASE("a sample of indices and their holders gives the union of any number of ranks") {
  // Four ranks: 300 indices that all of them hold, and 400 that only one of them holds.
  AgreedInputs inputs = even(4, 100'000, 400, 700);
  inputs.holders = {{1, 40}, {4, 30}};
  const AgreedFillIn fill_in(inputs);
  CHECK(fill_in.distinct(1) == Approx(400));
  CHECK(fill_in.distinct(2) == Approx(500));
  CHECK(fill_in.distinct(3) == Approx(600));
  CHECK(fill_in.distinct(4) == Approx(700));
  // Without a sample, ranks are assumed to draw from the same cells. This gives a larger union.
  inputs.holders.clear();
  CHECK(AgreedFillIn(inputs).distinct(2) > 520);
}

TEST_CASE("a union larger than that of independent draws is replaced by the uniform one") {
  const AgreedFillIn fill_in(even(8, 10'000, 5000, 10'000));
  CHECK(fill_in.distinct(8) == Approx(UniformFillIn(10'000, 5000).distinct(8)));
}

TEST_CASE("agreed fill-in distributes entries as the bins do") {
  AgreedInputs inputs = even(4, 3200, 80, 240);
  inputs.bin_shares.fill(0);
  inputs.bin_shares[3] = 0.75;
  inputs.bin_shares[31] = 0.25;
  const AgreedFillIn fill_in(inputs);
  CHECK(fill_in.distinct({0, 1}, {300, 400}) == Approx(60));
  CHECK(fill_in.distinct({0, 1}, {300, 350}) == Approx(30));
  CHECK(fill_in.distinct({0, 4}, {400, 3100}) == 0);
  CHECK(fill_in.distinct({0, 4}, {300, 400}) <= 100);
  CHECK(fill_in.distinct(4) ==
        Approx(fill_in.distinct({0, 4}, {0, 400}) + fill_in.distinct({0, 4}, {400, 3200})));
}

TEST_CASE("windows halve within their strata down to one index, then strata halve to one") {
  for (const std::uint64_t universe : {1, 63, 64, 1000, 1 << 20}) {
    const Range whole{5, 5 + universe};
    std::uint64_t left = 0;
    for (std::size_t stratum = 0; stratum < kSampleStrata; ++stratum) {
      Range outer = part_of(whole, stratum, kSampleStrata);
      for (int level = 0; level <= last_sample_level(whole); ++level) {
        const Range window = sample_window(whole, stratum, level);
        CHECK(window.lo >= outer.lo);
        CHECK(window.hi <= outer.hi);
        CHECK((window.size() == 0) >= (outer.size() == 0));
        outer = window;
      }
      CHECK(outer.size() <= 1);
      left += outer.size();
    }
    CHECK(left <= 1);
  }
}

TEST_CASE("counts of bins of all ranks fit 32 bits") {
  for (const std::uint64_t universe : {std::uint64_t{1}, std::uint64_t{1} << 40}) {
    for (const std::uint64_t ranks : {1, 1000, 1 << 20}) {
      const Range whole{0, universe};
      const std::uint64_t bin = part_of(whole, 0, kInputBins).size();
      CHECK((bin >> bin_shift(whole, ranks)) * ranks < std::uint64_t{1} << 32);
    }
  }
}

TEST_CASE("small inputs begin with data, large ones with a summary") {
  const Machine machine = ethernet();
  for (const std::uint64_t ranks : {2, 3, 8, 17, 64}) {
    const Problem terms = terms_of(ranks, machine);
    CHECK(starts_with_data(10, 16'000'000, terms));
    // With two ranks, each needs the other's whole input in any case.
    CHECK(starts_with_data(4e6, 16'000'000, terms) == (ranks == 2));
  }
}

TEST_CASE("summaries pass through the first rank of a host, whatever the number of ranks") {
  Machine shared = ethernet();
  shared.hosts.placement = {.hosts = 16, .ranks_per_host = 4};
  shared.hosts.inside = {{0, 1e-6, 1e-10}};
  CHECK(exchange_node(4, &shared) == 1);
  CHECK(exchange_node(5, &shared) == 4);
  shared.hosts.placement.kind = Placement::Kind::round_robin;
  CHECK(exchange_node(64, &shared) == 1);
  CHECK(exchange_node(64, nullptr) == 1);
}

TEST_CASE("partners merge early if this saves more bytes and work than it costs") {
  const Machine slow_network = ethernet();
  Machine slow_processor = ethernet();
  slow_processor.beta_s_per_byte = 0;
  const auto pays = [](double overlap, std::uint64_t groups, const Problem& terms) {
    return merging_pays({.count = 2, .entries = 1e5, .overlap = overlap}, groups, terms);
  };
  CHECK(pays(0.1, 4, terms_of(8, slow_network)));
  CHECK_FALSE(pays(0.1, 4, terms_of(8, slow_processor)));
  CHECK(pays(0.5, 4, terms_of(8, slow_processor)));
  // After the last round, all remaining streams are reduced at once.
  CHECK_FALSE(pays(1, 1, terms_of(8, slow_network)));
  CHECK_FALSE(pays(0, 1024, terms_of(2048, slow_network)));
}

TEST_CASE("the decision to merge looks ahead to later rounds") {
  Machine machine;
  machine.alpha_s = 1.1e-6;
  machine.beta_s_per_byte = 1e-10;
  machine.gammas = {5e-9, 7e-9, 6e-10, 1.5e-10, 1.5e-9};
  const Problem terms = terms_of(32, machine);
  // The bytes and the work saved in the next round do not pay for the merge on their own. It pays
  // because the last round also merges smaller streams, and a single stream is sent without a copy.
  CHECK(merging_pays({.count = 2, .entries = 400, .overlap = 0.45}, 2, terms));
  // Streams that were gathered in earlier rounds can still be merged.
  CHECK(merging_pays({.count = 4, .entries = 800, .overlap = 0.7}, 2, terms));
  // With little overlap, one merge of four streams costs less than two merges of two streams.
  CHECK_FALSE(merging_pays({.count = 2, .entries = 400, .overlap = 0.15}, 16, terms));
}

TEST_CASE("overlap determines whether gathering or recursive doubling is chosen") {
  const Machine machine = ethernet();
  const Problem terms = terms_of(8, machine);
  const auto choice = [&](double union_entries) {
    return std::string(
        choose(even(8, 16'000'000, 100'000, union_entries), terms).candidate.algorithm);
  };
  CHECK(choice(800'000) == "sparse_allgather");
  CHECK(choice(120'000) != "sparse_allgather");
}

TEST_CASE("the choice is the candidate that the model predicts to be fastest") {
  const Machine machine = ethernet();
  Problem terms = terms_of(8, machine);
  for (const double nnz : {1e3, 1e5, 1e6, 4e6}) {
    const UniformFillIn fill_in(16'000'000, nnz);
    const auto choice = choose(even(8, 16'000'000, nnz, fill_in.distinct(8)), terms);
    terms.fill_in = &fill_in;
    for (const Candidate& candidate : candidates(8, machine.hosts)) {
      CHECK(choice.seconds <= 1.02 * Algorithm(candidate.algorithm).cost(terms)->seconds(machine) +
                                  (candidate.dense_input ? 1 : 0));
    }
  }
}

TEST_CASE("machines that differ only in their links have decisions of their own") {
  Machine machine = ethernet();
  const AgreedInputs inputs = even(8, 16'000'000, 1e5, 7.8e5);
  const Problem terms = terms_of(8, machine);
  const double without_links_s = choose(inputs, terms).seconds;
  const LinkLoad load{.latency_s = 1e-3, .s_per_byte = 0};
  machine.links = {
      .ranks = 8, .exchange = {load, load, load}, .shift = {load, load, load}, .all = load};
  CHECK(choose(inputs, terms).seconds > without_links_s + 1e-3);
}

TEST_CASE("where ranks share hosts, the choice is nearly the fastest algorithm") {
  Machine machine = ethernet();
  machine.hosts.placement = {.hosts = 16, .ranks_per_host = 4};
  machine.hosts.inside = {{0, 5e-7, 2e-10}};
  const std::vector<std::string> others = {"sparse_allgather", "ssar_split_allgather",
                                           "sparse_ring", "hierarchical",
                                           "hierarchical(between=ssar_split_allgather)"};
  for (const std::uint64_t ranks : {4, 8, 12, 64}) {
    for (const double nnz : {1e4, 1e5, 1e6}) {
      Problem problem = terms_of(ranks, machine);
      const UniformFillIn fill_in(16'000'000, nnz);
      problem.fill_in = &fill_in;
      double best = std::numeric_limits<double>::infinity();
      for (const std::string& name : others)
        best = std::min(best, Algorithm(name).cost(problem)->seconds(machine));
      CAPTURE(ranks, nnz, best);
      CHECK(Algorithm("sparlab_auto").cost(problem)->seconds(machine) <= 1.1 * best);
    }
  }
}

TEST_CASE("formats beyond those that the caller allows are not chosen") {
  const Machine machine = ethernet();
  Problem terms = terms_of(8, machine);
  const AgreedInputs inputs = even(8, 16'000'000, 1e6, 6.5e6);
  CHECK(choose(inputs, terms).formats == FormatSet::published());
  terms.formats = FormatSet::all();
  CHECK_FALSE(choose(inputs, terms).formats == FormatSet::published());
}

TEST_CASE("groups of ranks hold the unions of their members") {
  const UniformFillIn inputs(10'000, 100);
  const GroupedFillIn nodes(inputs, 10, 4);
  CHECK(nodes.groups() == 3);
  CHECK(nodes.distinct({0, 1}, {0, 10'000}) == inputs.distinct(4));
  CHECK(nodes.distinct({2, 1}, {0, 10'000}) == inputs.distinct(2));
  CHECK(nodes.distinct({2, 2}, {0, 10'000}) == inputs.distinct(6));
  CHECK(nodes.distinct({1, 3}, {0, 10'000}) == inputs.distinct(10));
  CHECK(nodes.members({1, 2}).first == 4);
  CHECK(nodes.symmetry() == Symmetry::none);
  CHECK(GroupedFillIn(inputs, 12, 4).symmetry() == Symmetry::ranks_and_ranges);
}
