// Messages and bytes of real streams are those of the model.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/format_sets.hpp"
#include "tests/conformance/suite/definition.hpp"
#include "tests/conformance/suite/one_call_spec.hpp"
#include "tests/conformance/suite/rank_counts.hpp"
#include "tests/conformance/suite/totals.hpp"
#include "tests/conformance/variants.hpp"

using namespace sparlab;
using namespace sparlab::conformance;
using model::FormatSet;

namespace {

using MakeStream = FloatStream (*)(const RankInput&, std::uint64_t universe);

struct Case {
  CallTerms call;
  bool knows_bytes = true;  ///< else they depend on which indices meet
};

/// Checks the cases that the scenario's P and N accept. Returns how many.
int check_counts(const std::vector<Case>& cases, const Scenario& scenario, MakeStream make = ones) {
  const auto fill_in = exact_fill_in(scenario);
  std::vector<FloatStream> inputs;
  for (const RankInput& input : scenario.inputs) inputs.push_back(make(input, scenario.universe));
  int checked = 0;
  for (const auto& [call, knows_bytes] : cases) {
    if (!accepts(call.spec, scenario)) continue;
    CAPTURE(call.spec, inputs.size(), scenario.name, call.dense_switch);
    const Totals expected = modelled(call, inputs.size(), fill_in);
    const Totals found = taken(call, inputs);
    CHECK(found.messages == expected.messages);
    // Within far less than a byte: shares of a selection are fractions that add up to whole
    // entries. The values decide how wide sums of integers are.
    if (knows_bytes && !call.spec.starts_with("quantized_sum"))
      CHECK(found.bytes == Approx(expected.bytes).epsilon(1e-12).margin(0));
    ++checked;
  }
  return checked;
}

/// For each number of ranks and each scenario.
template <class CasesOf>
void check_all(CasesOf cases_of, MakeStream make = ones) {
  int checked = 0;
  for (const int ranks : rank_counts()) {
    for (const Scenario& scenario : scenarios(ranks))
      checked += check_counts(cases_of(ranks, scenario), scenario, make);
  }
  CHECK(checked > 0);
}

std::vector<Case> cases_of(const std::vector<std::string>& specs,
                           std::vector<FormatSet> sets = {FormatSet::published()}) {
  std::vector<Case> cases;
  for (const std::string& spec : specs) {
    for (const FormatSet formats : sets) cases.push_back({{.spec = spec, .formats = formats}});
  }
  return cases;
}

/// Each rank's support has an even number of entries, and every second one is negative: as many
/// entries have one sign as the model expects.
Scenario even_and_half_negative(Scenario scenario) {
  for (auto& input : scenario.inputs) {
    if (input.indices.size() % 2 != 0) input.indices.pop_back();
    input.values.assign(input.indices.size(), 1.0);
    for (std::size_t i = 1; i < input.values.size(); i += 2) input.values[i] = -1;
  }
  return scenario;
}

/// Whether first calls of Ok-Topk keep all entries, so that only supports decide what owners keep.
bool keeps_all(const Scenario& scenario) {
  std::set<std::uint64_t> distinct;
  std::size_t largest = 0;
  for (const auto& input : scenario.inputs) {
    distinct.insert(input.indices.begin(), input.indices.end());
    largest = std::max(largest, input.indices.size());
  }
  return distinct.size() <= largest;
}

}  // namespace

TEST_CASE("messages and bytes of real streams equal the model's exactly for P = 1..17") {
  check_all([](int, const Scenario&) {
    std::vector<Case> cases;
    for (const auto& info : algos::algorithms()) {
      if (info.native) continue;
      for (const bool dense_switch : {true, false})
        cases.push_back({{.spec = one_call_spec(info.name), .dense_switch = dense_switch}});
    }
    return cases;
  });
}

TEST_CASE("messages and bytes of real streams equal the model's in every set of formats") {
  check_all([](int, const Scenario&) { return cases_of(exact_algorithms(), format_sets()); });
}

TEST_CASE("messages and bytes of exact algorithms equal the model's with any settings") {
  check_all([](int ranks, const Scenario&) {
    auto specs = exact_variants(ranks);
    for (const char* const name :
         {"traff_elimination", "hofmann_runger", "kylix", "spark_tree_aggregate"})
      specs.emplace_back(name);
    auto cases = cases_of(specs, {FormatSet::published(), FormatSet::all()});
    for (Case& one : cases) {
      // Exact only where merged ranks are a contiguous group.
      one.knows_bytes = one.call.spec != "traff_elimination(schedule=rabenseifner)";
    }
    return cases;
  });
}

TEST_CASE("algorithms over nodes send what the model says for every node and P = 1..17") {
  check_all([](int, const Scenario&) { return cases_of(node_variants()); });
}

TEST_CASE("counted streams with known places do what real streams do") {
  int checked = 0;
  for (const int ranks : few_rank_counts()) {
    std::vector<std::string> specs = exact_variants(ranks);
    for (const std::string& spec : exact_algorithms()) specs.push_back(spec);
    for (const std::string& spec : node_variants()) specs.push_back(spec);
    for (const Scenario& scenario : scenarios(ranks)) {
      const model::PlacedFillIn fill_in = placed_fill_in(scenario);
      std::vector<FloatStream> inputs;
      for (const RankInput& input : scenario.inputs)
        inputs.push_back(ones(input, scenario.universe));
      for (const std::string& spec : specs) {
        if (!accepts(spec, scenario)) continue;
        CAPTURE(spec, ranks, scenario.name);
        const Totals real = taken({spec}, inputs);
        const Totals found = counted({spec}, inputs.size(), fill_in);
        CHECK(found.messages == real.messages);
        CHECK(found.bytes == Approx(real.bytes).epsilon(1e-12).margin(0));
        ++checked;
      }
    }
  }
  CHECK(checked > 0);
}

TEST_CASE("halving counts exactly where all ranks hold the same") {
  for (const int ranks : {2, 4, 8, 16}) {
    for (const std::uint64_t stride : {1, 2, 4, 16}) {
      RankInput input;
      for (std::uint64_t index = 0; index < 1024; index += stride) input.indices.push_back(index);
      const Scenario equal{"equal", 1024, std::vector(static_cast<std::size_t>(ranks), input)};
      check_counts({{{.spec = "traff_elimination(schedule=rabenseifner)"}}}, equal);
    }
  }
}

TEST_CASE("quantized messages and RedSync's take what the model says for P = 1..17") {
  for (const int ranks : rank_counts()) {
    for (const Scenario& scenario : scenarios(ranks))
      check_counts(cases_of(signed_variants()), even_and_half_negative(scenario), stream_of);
  }
}

TEST_CASE("messages and bytes of systems that select equal the model's with any settings") {
  check_all([](int, const Scenario&) {
    auto cases = cases_of({"topk_allgather(k=5)",
                           "topk_dsa(switch=third)",
                           "gtopk(k=5)",
                           "gtopk(k=40)",
                           "dryden(reselect=false)",
                           "spardl(k=5)",
                           "spardl(k=40)",
                           "spardl(teams=2)",
                           "spardl(k=5, teams=4)",
                           "clt_k(k=5)",
                           "micro(padded=false)",
                           "micro(parts=balanced)",
                           "block_topk(k=5)",
                           "block_topk(k=40, block=7)",
                           "block_topk(block=64)",
                           "arc_topk(k=5, columns=4)",
                           "arc_topk(rank=7, columns=10)",
                           "s2_reducer(rows=3, lambda=1.5)",
                           "s2_reducer(columns=17, block=3)",
                           "s2_reducer(bitmap=float_per_block, block=5)"});
    for (const std::string spec :
         {"topk_dsa(k=5)", "gtopk(broadcast=scatter_allgather)", "dryden(k=5)",
          "dryden(k=5, reselect=false)", "micro(k=5)", "spardl(teams=2, sag=b)",
          "spardl(k=40, teams=3, sag=b)", "spardl(k=5, teams=5, sag=b)"})
      cases.push_back({{.spec = spec}, false});
    // Without dense among the formats, topk_dsa agrees on nothing.
    for (const Case& one : cases_of({"topk_dsa", "topk_dsa(switch=third)"}, {FormatSet{}}))
      cases.push_back(one);
    return cases;
  });
}

TEST_CASE("oktopk: messages and bytes of a first call equal the model's for P = 1..17") {
  check_all([](int, const Scenario& scenario) {
    auto cases = cases_of({"oktopk(tau=1, tau_prime=1, balance=never, window=1)",
                           "oktopk(tau=1, tau_prime=1, balance=never, rotation=false)",
                           "oktopk(tau=1, tau_prime=1, boundaries=equal, regather=false)"});
    // Those of balancing depend on how much each owner keeps.
    if (!keeps_all(scenario)) return cases;
    for (const Case& one : cases_of(
             {"oktopk(tau=1, tau_prime=1)", "oktopk(tau=1, tau_prime=1, balance=always, window=3)",
              "oktopk(tau=1, tau_prime=1, boundaries=equal, balance=always)"}))
      cases.push_back(one);
    return cases;
  });
}

TEST_CASE(
    "without a k TopkA and Gaussiank are the sparse allgather, bit for bit and byte for byte") {
  for (const int ranks : {1, 2, 5, 8}) {
    for (const auto& scenario : scenarios(ranks)) {
      std::vector<FloatStream> inputs;
      for (const RankInput& input : scenario.inputs)
        inputs.push_back(ones(input, scenario.universe));
      const Totals plain = taken({"sparse_allgather"}, inputs);
      for (const std::string spec : {"topk_allgather", "gaussiank"}) {
        const Totals found = taken({spec}, inputs);
        CAPTURE(spec, ranks, scenario.name);
        CHECK(found.messages == plain.messages);
        CHECK(found.bytes == plain.bytes);
        CHECK(found.seconds == plain.seconds);
        CHECK(results_of({spec}, inputs) == results_of({"sparse_allgather"}, inputs));
      }
    }
  }
}
