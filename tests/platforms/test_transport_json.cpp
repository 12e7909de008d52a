#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/points/point.hpp"
#include "platforms/sections/transport_json.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

json pattern(const char* name, int ranks, const json& points) {
  return {{"pattern", name},
          {"ranks", ranks},
          {"points", points},
          {"source", "a test"},
          {"uncertainty", "none"}};
}

/// gige-8 with a transport of two segments and three patterns.
json platform() {
  json content = shipped_content("gige-8");
  content.erase("hockney");
  content["transport"] = {
      {"segments",
       {{{"from", number(0, "B")}, {"alpha", number(30, "us")}, {"beta", number(10, "ns/B")}},
        {{"from", number(64, "KiB")}, {"alpha", number(200, "us")}, {"beta", number(9, "ns/B")}}}},
      {"patterns",
       {pattern("exchange", 2, {{{"bytes", 1024}, {"factor", 1.1}}}),
        pattern("exchange", 8,
                {{{"bytes", 1024}, {"factor", 1.2}}, {{"bytes", 1048576}, {"factor", 1.8}}}),
        pattern("ring", 8, {{{"bytes", 1024}, {"factor", 1.3}}})}},
      {"start", number(5, "us")}};
  return content;
}

}  // namespace

TEST_CASE("a transport describes messages by size and pattern, for all engines") {
  const PlatformFile file = read_platform(platform());
  const model::Machine machine = file.machine(8);
  CHECK(machine.message_s(1000) == Approx(40e-6));
  CHECK(machine.message_s(1e6) == Approx(9.2e-3));
  CHECK(machine.message_s(1 << 20, model::Pattern::exchange) ==
        Approx(1.8 * machine.message_s(1 << 20)));
  CHECK(machine.message_s(1 << 20, model::Pattern::ring) ==
        Approx(1.3 * machine.message_s(1 << 20)));
  CHECK(file.transport.start_s(8) == Approx(5e-6));

  const runtime::loggp::Machine engine = file.loggp_hockney(8);
  CHECK(engine.setup_s == Approx(30e-6));
  CHECK(engine.larger == machine.larger);
  CHECK(engine.slowdowns == machine.slowdowns);

  const sim::Platform network = file.simulated(8);
  CHECK(network.duplex == Approx(1.8));
  REQUIRE(network.larger_overhead.size() == 2);
  // Two links of 10 us and 1 / 117.7 MB/s; the rest is overhead, half on either side.
  CHECK(network.larger_overhead[1].alpha_s == Approx((200e-6 - 20e-6) / 2));
  CHECK(network.larger_overhead[1].beta_s_per_byte == Approx((9e-9 - 1 / 117.7e6) / 2));
}

TEST_CASE("patterns are linear between the numbers of ranks that were measured") {
  const PlatformFile file = read_platform(platform());
  const auto factor = [&](std::uint64_t ranks, double bytes) {
    return model::slowdown_at(file.machine(ranks).slowdowns.exchange, bytes);
  };
  CHECK(factor(1, 1024) == 1.1);
  CHECK(factor(2, 1024) == 1.1);
  CHECK(factor(3, 1024) == Approx(1.1 + 0.1 / 6));
  CHECK(factor(5, 1024) == Approx(1.15));
  CHECK(factor(5, 1048576) == Approx((1.1 + 1.8) / 2));
  CHECK(factor(5, 32768) == Approx((1.1 + 1.5) / 2));  // half of the way from 1.2 to 1.8
  CHECK(factor(8, 1048576) == 1.8);
  CHECK(factor(1000, 1024) == 1.2);
  CHECK(file.machine(2).slowdowns.ring.front().factor == 1.3);
  CHECK(file.machine(2).slowdowns.all_to_all.empty());
}

TEST_CASE("receive ports that are shared are so for model and loggp, unless ranks share hosts") {
  const auto receiving = [](const char* value) {
    json content = platform();
    content["transport"]["receiving"] = {
        {"value", value}, {"source", "a test"}, {"uncertainty", "none"}};
    return content;
  };
  for (const bool shared : {false, true}) {
    const PlatformFile file = read_platform(receiving(shared ? "shared" : "in_turn"));
    CHECK(file.machine(8).receiving_shared == shared);
    CHECK(file.loggp_hockney(8).receiving_shared == shared);
    CHECK(file.loggp(8).receiving_shared == shared);
  }
  CHECK_FALSE(read_platform(platform()).machine(8).receiving_shared);
  check_refusals(receiving("shared"),
                 {{"transport.receiving.value", "/transport/receiving/value", "fair"},
                  {"transport.receiving.unit", "/transport/receiving/unit", "B"}});

  json content = receiving("shared");
  content["topology"]["hosts"] = 4;
  content["topology"]["ranks_per_host"] = 2;
  content["inside_host"] = {{"segments", content["transport"]["segments"]}};
  CHECK_FALSE(read_platform(content).machine(8).receiving_shared);
  CHECK_FALSE(read_platform(content).loggp_hockney(8).receiving_shared);
  check_refusals(content, {{"inside_host.receiving", "/inside_host/receiving", "shared"}});
}

TEST_CASE("where connections share a port, a fold delays the exchanges of its neighbours") {
  json content = shipped_content("gige-8");
  for (const char* kind : {"dense_sum", "scatter", "copy"}) content["gamma"][kind]["value"] = 0;
  content.erase("hockney");
  content["transport"] = {
      {"segments",
       {{{"from", number(0, "B")}, {"alpha", number(40, "us")}, {"beta", number(8.5, "ns/B")}}}}};
  const PlatformFile in_turn = read_platform(content);
  content["transport"]["receiving"] = {
      {"value", "shared"}, {"source", "a test"}, {"uncertainty", "none"}};
  const PlatformFile shared = read_platform(content);
  experiments::Point point;
  point.algorithm = model::Algorithm("dense_recursive_doubling(code=own)");
  point.universe = point.nnz = 1 << 18;
  point.density = 1;
  const double message_s = 40e-6 + 8.5e-9 * 4 * (1 << 18);
  // Measured on 100 Mbit/s: 3.8, 5.4, 5.1 and 5.7.
  for (const auto& [ranks, messages] :
       std::vector<std::pair<std::uint64_t, double>>{{3, 4}, {4, 2}, {5, 5.5}, {6, 5}, {7, 6}}) {
    point.ranks = ranks;
    for (const experiments::Engine engine :
         {experiments::Engine::model, experiments::Engine::loggp}) {
      point.engine = engine;
      CAPTURE(ranks, engine);
      CHECK(experiments::run::execute(point, shared).time_s ==
            Approx(messages * message_s).epsilon(0.01));
      CHECK(experiments::run::execute(point, in_turn).time_s <
            (ranks == 4 ? 1.01 : 0.81) * messages * message_s);
    }
  }
}

TEST_CASE("trees have their own factor, but not where ranks share a port") {
  json content = platform();
  content["transport"]["patterns"].push_back(
      pattern("tree", 2, {{{"bytes", 1024}, {"factor", 0.5}}, {{"bytes", 65536}, {"factor", 1}}}));
  const PlatformFile file = read_platform(content);
  const model::Machine machine = file.machine(8);
  CHECK(machine.message_s(1000, model::Pattern::tree) == Approx(0.5 * 40e-6));
  CHECK(machine.message_s(1000, model::Pattern::one_way) == Approx(40e-6));
  CHECK(file.loggp_hockney(8).slowdowns.tree == machine.slowdowns.tree);

  content["topology"]["hosts"] = 4;
  content["topology"]["ranks_per_host"] = 2;
  content["inside_host"] = {{"segments", content["transport"]["segments"]}};
  const PlatformFile shared = read_platform(content);
  CHECK(shared.machine(8).slowdowns.tree.empty());
  CHECK(shared.loggp_hockney(8).slowdowns.tree.empty());
  CHECK_FALSE(shared.machine(8).slowdowns.exchange.empty());
}

TEST_CASE("a start is linear between the numbers of ranks, in model and loggp") {
  json content = platform();
  content["transport"]["start"] = {{{"ranks", 2}, {"time", number(7, "us")}},
                                   {{"ranks", 8}, {"time", number(0.02, "ms")}}};
  const PlatformFile file = read_platform(content);
  CHECK(file.transport.start_s(1) == Approx(7e-6));
  CHECK(file.transport.start_s(2) == Approx(7e-6));
  CHECK(file.transport.start_s(5) == Approx(13.5e-6));
  CHECK(file.transport.start_s(8) == Approx(20e-6));
  CHECK(file.transport.start_s(1 << 20) == Approx(20e-6));

  content["transport"].erase("start");
  const PlatformFile without = read_platform(content);
  CHECK(without.transport.start_s(2) == 0);
  experiments::Point point;
  point.algorithm = model::Algorithm("dense_recursive_doubling");
  point.universe = point.nnz = 1000;
  point.density = 1;
  for (const experiments::Engine engine :
       {experiments::Engine::model, experiments::Engine::loggp}) {
    point.engine = engine;
    for (const auto& [ranks, seconds] : {std::pair{2, 7e-6}, {8, 20e-6}}) {
      point.ranks = static_cast<std::uint64_t>(ranks);
      CHECK(experiments::run::execute(point, file).time_s -
                experiments::run::execute(point, without).time_s ==
            Approx(seconds).epsilon(1e-9));
    }
  }
}

TEST_CASE("errors of a start name their place") {
  const auto of_ranks = [](int ranks, const json& time) {
    return json{{"ranks", ranks}, {"time", time}};
  };
  const json two = of_ranks(2, number(7, "us"));
  json with_more = two;
  with_more["per"] = 1;
  const std::vector<std::pair<std::string, json>> starts = {
      {"transport.start.unit", number(5, "B")},
      {"transport.start.value", number(-5, "us")},
      {"transport.start", json::array()},
      {"transport.start.1.ranks", json::array({two, two})},
      {"transport.start.1.ranks", json::array({two, of_ranks(1, number(7, "us"))})},
      {"transport.start.0.ranks", json::array({of_ranks(0, number(7, "us"))})},
      {"transport.start.0.time", json::array({json{{"ranks", 2}}})},
      {"transport.start.0.time.value", json::array({of_ranks(2, number(-7, "us"))})},
      {"transport.start.0.time.unit", json::array({of_ranks(2, number(7, "ns/B"))})},
      {"transport.start.0.per", json::array({with_more})}};
  for (const auto& [error_path, start] : starts)
    check_refusals(platform(), {{error_path, "/transport/start", start}});
}

TEST_CASE("errors of a transport name their place") {
  check_refusals(
      platform(),
      {{"hockney", "/hockney", json::object()},
       {"transport.segments.0.from", "/transport/segments/0/from/value", 1},
       {"transport.segments.1.from", "/transport/segments/1/from/value", 0},
       {"transport.segments", "/transport/segments", json::array()},
       {"transport.patterns.0.pattern", "/transport/patterns/0/pattern", "one_way"},
       {"transport.patterns.1.points.1.bytes", "/transport/patterns/1/points/1/bytes", 1024},
       {"transport.patterns.1.points.1.factor", "/transport/patterns/1/points/1/factor", 0},
       {"transport.patterns.1.points.0.factor", "/transport/patterns/1/pattern", "tree"},
       {"transport.speed", "/transport/speed", 1}});
}
