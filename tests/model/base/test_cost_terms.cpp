#include "model/algorithms/algorithm.hpp"
#include "model/base/cost.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {
namespace {

using Kind = CostTerm::Kind;

constexpr const char* kAlgorithms[] = {"dense_ring",
                                       "dense_rabenseifner",
                                       "ssar_recursive_double",
                                       "ssar_split_allgather",
                                       "kylix",
                                       "omnireduce",
                                       "parameter_server",
                                       "traff_elimination",
                                       "oktopk",
                                       "gtopk"};

Machine plain() {
  return {
      .alpha_s = 2,
      .beta_s_per_byte = 0.25,
      .gammas = {
          .merge_s = 1, .scatter_s = 3, .dense_sum_s = 5, .copy_s_per_byte = 0.5, .select_s = 7}};
}

Machine with_slow_patterns() {
  Machine machine = plain();
  machine.larger = {{100, 10, 0.125}, {10'000, 30, 0.0625}};
  machine.slowdowns.exchange = {{1, 1.5}, {1e4, 2}};
  machine.slowdowns.all_to_all = {{1, 3}};
  return machine;
}

Machine with_work_by_size() {
  Machine machine = plain();
  machine.gammas.curves[static_cast<std::size_t>(KernelKind::copy)] = {{16, 20}, {4096, 1e3}};
  machine.gammas.curves[static_cast<std::size_t>(KernelKind::merge)] = {{8, 4}, {1e4, 1e5}};
  return machine;
}

Machine with_shared_hosts() {
  Machine machine = plain();
  machine.hosts.placement.ranks_per_host = 4;
  machine.hosts.placement.hosts = 4;
  machine.hosts.inside = {{0, 0.5, 0.01}};
  return machine;
}

/// Messages inside a host and those of trees are faster than a message alone in the network.
Machine with_fast_patterns() {
  Machine machine = with_shared_hosts();
  machine.slowdowns.tree = {{1, 0.5}};
  machine.slowdowns.exchange = {{1, 0.75}, {1e4, 2}};
  machine.hosts.inside_slowdowns.all_to_all = {{1, 3}};
  return machine;
}

Cost cost_of(const char* algorithm, const Machine& machine) {
  const UniformFillIn inputs(1 << 14, 300);
  return *Algorithm(algorithm).cost(
      {.ranks = 12, .fill_in = &inputs, .wire = {}, .machine = &machine});
}

}  // namespace

TEST_CASE("the terms of every stage are not negative and add up to its time on any machine") {
  for (const Machine& machine : {plain(), with_slow_patterns(), with_work_by_size(),
                                 with_shared_hosts(), with_fast_patterns()}) {
    for (const char* algorithm : kAlgorithms) {
      CAPTURE(algorithm);
      double sum_s = 0;
      const Cost cost = cost_of(algorithm, machine);
      for (const Stage& stage : cost.critical_path) {
        double stage_s = 0;
        for (const CostTerm& term : terms_of(stage, machine)) {
          stage_s += term.seconds;
          CHECK(term.seconds >= 0);
          if (term.count != 0) CHECK(term.seconds == Approx(term.count * term.unit_s));
        }
        CHECK(stage_s == Approx(stage.seconds(machine)).epsilon(1e-9));
        sum_s += stage_s;
      }
      CHECK(sum_s == Approx(cost.seconds(machine)).epsilon(1e-9));
    }
  }
}

TEST_CASE("terms count messages, bytes and work with their units") {
  const Stage stage{.name = "step",
                    .messages = 3,
                    .bytes_per_message = 8,
                    .work = {.merged_entries = 2, .copied_bytes = 4}};
  const std::vector<CostTerm> terms = terms_of(stage, plain());
  REQUIRE(terms.size() == 4);
  CHECK(terms[0].kind == Kind::latency);
  CHECK(terms[0].count == 3);
  CHECK(terms[0].unit_s == 2);
  CHECK(terms[1].kind == Kind::transfer);
  CHECK(terms[1].count == 24);
  CHECK(terms[1].unit_s == 0.25);
  CHECK(terms[2].kind == Kind::merge);
  CHECK(terms[2].seconds == 2);
  CHECK(terms[3].kind == Kind::copy);
  CHECK(terms[3].seconds == 2);
}

TEST_CASE("hidden work counts as far as it lasts longer than the messages") {
  Stage stage{.name = "step",
              .messages = 1,
              .bytes_per_message = 8,
              .work = {},
              .hidden = {.merged_entries = 3}};
  CHECK(terms_of(stage, plain()).back().kind == Kind::transfer);
  stage.hidden.merged_entries = 100;  // the message takes 4 s
  const CostTerm work = terms_of(stage, plain()).back();
  CHECK(work.kind == Kind::merge);
  CHECK(work.count == Approx(96));
  CHECK(work.seconds == Approx(96));
}

TEST_CASE("messages that stay in a host have the alpha and beta of the host") {
  const Stage stage{.name = "step",
                    .messages = 4,
                    .bytes_per_message = 8,
                    .work = {},
                    .pattern = Pattern::tree,
                    .partners = {.kind = Partners::Kind::trees, .ranks = 16}};
  const std::vector<CostTerm> terms = terms_of(stage, with_fast_patterns());
  REQUIRE(terms.size() == 4);  // two rounds leave the hosts, two stay inside
  CHECK(terms[0].count == 2);
  CHECK(terms[0].unit_s == Approx(0.5 * 2));
  CHECK(terms[0].faster);
  CHECK(terms[1].unit_s == Approx(0.5 * 0.25));
  CHECK(terms[2].inside);
  CHECK(terms[2].count == 2);
  CHECK(terms[2].unit_s == Approx(0.5));
  CHECK(terms[3].count == 16);
  CHECK(terms[3].unit_s == Approx(0.01));
}

TEST_CASE("a slow pattern is a term of its own, and the segment of the size counts") {
  const Stage stage{.name = "step",
                    .messages = 2,
                    .bytes_per_message = 200,
                    .work = {},
                    .pattern = Pattern::all_to_all};
  const std::vector<CostTerm> terms = terms_of(stage, with_slow_patterns());
  REQUIRE(terms.size() == 3);
  CHECK(terms[0].unit_s == 10);
  CHECK(terms[1].unit_s == 0.125);
  CHECK(terms[2].kind == Kind::ports);
  CHECK(terms[2].seconds == Approx(2 * 2 * (10 + 25)));
}

}  // namespace sparlab::model
