#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/registry/switch_algorithms.hpp"
#include "algos/streams/stream_operations.hpp"
#include "analysis/certificates/certificate.hpp"
#include "analysis/optimal/front.hpp"
#include "model/schedules/known_schedules.hpp"
#include "tests/analysis/certificates/faulty_algorithms.hpp"
#include "tests/analysis/optimal/sum_bytes.hpp"
#include "tests/catch.hpp"
#include "tests/model/schedules/schedules.hpp"

namespace sparlab::analysis {
namespace {

using tests::Fault;

const CertifiedCases kFew = {.ranks = {1, 2, 3, 4}, .most_supports = 512, .most_orders = 1000};

class TestReducer final : public algos::Reducer {
 public:
  TestReducer(tests::Body body, Fault fault, const algos::AllreduceOptions& options)
      : body_(body), fault_(fault), options_(options) {}

  algos::Stream reduce(runtime::Comm& comm, algos::Stream input) override {
    return body_(comm, input, {fault_, options_});
  }
  bool keeps_state() const override { return false; }

 private:
  tests::Body body_;
  Fault fault_;
  algos::AllreduceOptions options_;
};

CertifiedRanks certify_with(tests::Body body, Fault fault, int ranks) {
  return certify_ranks(
      [=](const auto& options) { return std::make_unique<TestReducer>(body, fault, options); },
      ranks, kFew);
}

TEST_CASE("certify: the seeded faults are found, and nothing in the algorithms without them",
          "[arithmetic]") {
  std::size_t faults = 0;
  for (const tests::FaultyAlgorithm& algorithm : tests::faulty_algorithms()) {
    for (const int ranks : {1, 2, 3, 4}) {
      INFO(algorithm.name << " of " << ranks << " ranks");
      const CertifiedRanks result = certify_with(algorithm.body, Fault::none, ranks);
      if (result.counterexample) FAIL(result.counterexample->what);
      CHECK(result.cut_short == 0);
      CHECK(result.orders >= 4 * result.supports);
    }
    for (const Fault fault : algorithm.faults) {
      INFO(algorithm.name << " with fault " << static_cast<int>(fault));
      bool found = false;
      for (const int ranks : {2, 3, 4})
        found = found || certify_with(algorithm.body, fault, ranks).counterexample.has_value();
      CHECK(found);
      ++faults;
    }
  }
  CHECK(faults >= 30);
}

std::string found_in(std::string_view name, Fault fault, int ranks) {
  for (const tests::FaultyAlgorithm& algorithm : tests::faulty_algorithms())
    if (algorithm.name == name) {
      const auto result = certify_with(algorithm.body, fault, ranks);
      return result.counterexample ? result.counterexample->what : "nothing";
    }
  return "no such algorithm";
}

TEST_CASE("certify: what is said of a fault") {
  CHECK(found_in("ring", Fault::send_before_receive, 2) ==
        "deadlock: rank 0 waits for its send to rank 1 with tag 0; rank 1 waits for its send to "
        "rank 0 with tag 0");
  CHECK(found_in("star", Fault::message_too_many, 2) ==
        "deadlock: rank 0 waits for its send to rank 1 with tag 1; rank 1 waits for its send to "
        "rank 0 with tag 7");
  CHECK(found_in("star", Fault::send_not_awaited, 2) ==
        "rank 0 never waits for its send to rank 1 with tag 1");
  CHECK_THAT(found_in("star", Fault::sum_in_order_of_arrival, 3),
             Catch::Equals("rank 0 has other bits than in another order of messages"));
  CHECK_THAT(found_in("star", Fault::own_input_lost, 2), Catch::StartsWith("rank 0 has 0 instead"));
  CHECK_THAT(found_in("direct", Fault::halves_by_completion, 2), Catch::StartsWith("exception: "));
}

TEST_CASE("certify: the order of messages that shows a fault") {
  const auto& star = tests::faulty_algorithms().front();
  const CertifiedRanks result = certify_with(star.body, Fault::sum_in_order_of_arrival, 3);
  REQUIRE(result.counterexample);
  // The message of rank 2 first.
  CHECK(result.counterexample->order == std::vector<runtime::exploration::Choice>{{0, 1}});
}

TEST_CASE("certify: an arrival order that no support of two ranks shows") {
  CHECK(found_in("star", Fault::sum_in_order_of_arrival, 2) == "nothing");
}

TEST_CASE("certify: the hash of results is that of their bits") {
  const auto hash = [](std::string_view spec) {
    const Certificate certificate =
        certify(model::Algorithm(spec), {.ranks = {3}, .most_supports = 512, .most_orders = 10});
    return certificate.cases.front().results_hash;
  };
  CHECK(hash("sparse_allgather") == hash("sparse_allgather"));
  CHECK(hash("sparse_allgather") != hash("sparse_ring"));  // which adds in another order
}

TEST_CASE("certify: the smallest supports come first") {
  const auto& star = tests::faulty_algorithms().front();
  const CertifiedRanks result = certify_with(star.body, Fault::last_input_lost, 2);
  REQUIRE(result.counterexample);
  CHECK(result.universe == 4);
  CHECK(result.counterexample->supports == Supports{{}, {0}});
}

/// Adds its last input to each.
class HoardingReducer final : public algos::Reducer {
 public:
  algos::Stream reduce(runtime::Comm& comm, algos::Stream input) override {
    algos::Stream sent = held_ ? merge(comm, *held_, input, {}) : input;
    held_ = std::move(input);
    return tests::faulty_algorithms().front().body(comm, sent, {Fault::none, {}});
  }

 private:
  std::optional<algos::Stream> held_;
};

TEST_CASE("certify: state that changes the next call") {
  const CertifiedRanks result =
      certify_ranks([](const auto&) { return std::make_unique<HoardingReducer>(); }, 2, kFew);
  REQUIRE(result.counterexample);
  CHECK_THAT(result.counterexample->what, Catch::StartsWith("in the second call, rank 0 has "));
}

TEST_CASE("certify: every exact algorithm of the registry is right") {
  for (const algos::AlgorithmInfo& info : algos::algorithms()) {
    if (info.exactness != algos::Exactness::exact || info.native) continue;
    const model::Algorithm algorithm(info.name);
    if (algos::needs_switches(algorithm)) continue;
    const Certificate certificate =
        certify(algorithm, {.ranks = {1, 2, 3, 4}, .most_supports = 64, .most_orders = 200});
    INFO(certificate.spec);
    for (const CertifiedRanks& one : certificate.cases)
      if (one.counterexample) FAIL_CHECK(one.ranks << " ranks: " << one.counterexample->what);
  }
}

TEST_CASE("certify: schedules, whose ranks may round apart, are right") {
  std::vector<model::SumSchedule> schedules = {model::recursive_doubling(4), model::ring(3),
                                               model::halving_and_doubling(4)};
  for (std::size_t ranks = 2; ranks <= 6; ++ranks)
    for (const optimal::FrontRow& row :
         optimal::schedule_front(tests::uniform_sums(ranks, 0.1), 100))
      if (row.schedule) schedules.push_back(row.schedule->sums());
  for (std::size_t i = 0; i < schedules.size(); ++i) {
    const std::string name = "certified" + std::to_string(i);
    add_known_schedule(name, std::make_shared<const model::SchedulePlan>(schedules[i]));
    const model::Algorithm algorithm("scheduled(file=" + name + ", rounding=free)");
    const auto ranks = static_cast<int>(schedules[i].ranks);
    const Certificate certificate = certify(algorithm, {.ranks = {ranks}, .most_supports = 256});
    CAPTURE(name, ranks);
    REQUIRE(certificate.cases.size() == 1);
    CHECK(certificate.cases[0].refused.empty());
    CHECK(certificate.holds());
  }
}

}  // namespace
}  // namespace sparlab::analysis
