#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/build_info.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/points/point.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/sections/transport_json.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using nlohmann::json;

namespace {

json number(double value, const char* unit) {
  return {{"value", value}, {"unit", unit}, {"source", "a test"}, {"uncertainty", "none"}};
}

json pattern(const char* name, int ranks, const json& points) {
  return {{"pattern", name},
          {"ranks", ranks},
          {"points", points},
          {"source", "a test"},
          {"uncertainty", "none"}};
}

/// gige-8 with a transport of two segments and three patterns.
json platform() {
  json content =
      base::read_json_file(std::string(build_info::source_dir) + "/platforms/gige-8.json");
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

/// As from a file, where whole numbers are unsigned.
PlatformFile read(const json& content) {
  return platform_from_json(json::parse(content.dump()), "gige-8.json");
}

base::ConfigError error_after(const std::function<void(json&)>& change) {
  json content = platform();
  change(content);
  try {
    read(content);
  } catch (const base::ConfigError& error) {
    return error;
  }
  FAIL("no error");
  return base::ConfigError("", "", "", "");
}

}  // namespace

TEST_CASE("a transport describes messages by size and pattern, for all engines") {
  const PlatformFile file = read(platform());
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

TEST_CASE("a pattern is that of the nearest number of ranks") {
  const PlatformFile file = read(platform());
  const auto factor = [&](std::uint64_t ranks) {
    return file.machine(ranks).slowdowns.exchange.front().factor;
  };
  CHECK(factor(2) == 1.1);
  CHECK(factor(3) == 1.1);
  CHECK(factor(5) == 1.2);
  CHECK(factor(1000) == 1.2);
  CHECK(file.machine(2).slowdowns.ring.front().factor == 1.3);
  CHECK(file.machine(2).slowdowns.all_to_all.empty());
}

TEST_CASE("trees have their own factor, but not where ranks share a port") {
  json content = platform();
  content["transport"]["patterns"].push_back(
      pattern("tree", 2, {{{"bytes", 1024}, {"factor", 0.5}}, {{"bytes", 65536}, {"factor", 1}}}));
  const PlatformFile file = read(content);
  const model::Machine machine = file.machine(8);
  CHECK(machine.message_s(1000, model::Pattern::tree) == Approx(0.5 * 40e-6));
  CHECK(machine.message_s(1000, model::Pattern::one_way) == Approx(40e-6));
  CHECK(file.loggp_hockney(8).slowdowns.tree == machine.slowdowns.tree);

  content["topology"]["hosts"] = 4;
  content["topology"]["ranks_per_host"] = 2;
  content["inside_host"] = {{"segments", content["transport"]["segments"]}};
  const PlatformFile shared = read(content);
  CHECK(shared.machine(8).slowdowns.tree.empty());
  CHECK(shared.loggp_hockney(8).slowdowns.tree.empty());
  CHECK_FALSE(shared.machine(8).slowdowns.exchange.empty());
}

TEST_CASE("a start is that of the nearest number of ranks, in model and loggp") {
  json content = platform();
  content["transport"]["start"] = {{{"ranks", 2}, {"time", number(7, "us")}},
                                   {{"ranks", 8}, {"time", number(0.02, "ms")}}};
  const PlatformFile file = read(content);
  CHECK(file.transport.start_s(1) == Approx(7e-6));
  CHECK(file.transport.start_s(3) == Approx(7e-6));
  CHECK(file.transport.start_s(4) == Approx(7e-6));  // as far from 2 as from 8
  CHECK(file.transport.start_s(5) == Approx(20e-6));
  CHECK(file.transport.start_s(1 << 20) == Approx(20e-6));

  content["transport"].erase("start");
  const PlatformFile without = read(content);
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
  const auto path_of = [](const json& start) {
    return error_after([&](json& content) { content["transport"]["start"] = start; }).json_path;
  };
  const auto of_ranks = [](int ranks, const json& time) {
    return json{{"ranks", ranks}, {"time", time}};
  };
  const json two = of_ranks(2, number(7, "us"));
  json with_more = two;
  with_more["per"] = 1;
  CHECK(path_of(number(5, "B")) == "transport.start.unit");
  CHECK(path_of(number(-5, "us")) == "transport.start.value");
  CHECK(path_of(json::array()) == "transport.start");
  CHECK(path_of(json::array({two, two})) == "transport.start.1.ranks");
  CHECK(path_of(json::array({two, of_ranks(1, number(7, "us"))})) == "transport.start.1.ranks");
  CHECK(path_of(json::array({of_ranks(0, number(7, "us"))})) == "transport.start.0.ranks");
  CHECK(path_of(json::array({json{{"ranks", 2}}})) == "transport.start.0.time");
  CHECK(path_of(json::array({of_ranks(2, number(-7, "us"))})) == "transport.start.0.time.value");
  CHECK(path_of(json::array({of_ranks(2, number(7, "ns/B"))})) == "transport.start.0.time.unit");
  CHECK(path_of(json::array({with_more})) == "transport.start.0.per");
}

TEST_CASE("errors of a transport name their place") {
  CHECK(error_after([](json& content) { content["hockney"] = {}; }).json_path == "hockney");
  CHECK(error_after([](json& content) {
          content["transport"]["segments"][0]["from"]["value"] = 1;
        }).json_path == "transport.segments.0.from");
  CHECK(error_after([](json& content) {
          content["transport"]["segments"][1]["from"]["value"] = 0;
        }).json_path == "transport.segments.1.from");
  CHECK(error_after([](json& content) {
          content["transport"]["segments"] = json::array();
        }).json_path == "transport.segments");
  CHECK(error_after([](json& content) {
          content["transport"]["patterns"][0]["pattern"] = "one_way";
        }).json_path == "transport.patterns.0.pattern");
  CHECK(error_after([](json& content) {
          content["transport"]["patterns"][1]["points"][1]["bytes"] = 1024;
        }).json_path == "transport.patterns.1.points.1.bytes");
  CHECK(error_after([](json& content) {
          content["transport"]["patterns"][1]["points"][1]["factor"] = 0;
        }).json_path == "transport.patterns.1.points.1.factor");
  CHECK(error_after([](json& content) {
          content["transport"]["patterns"][1]["pattern"] = "tree";
        }).json_path == "transport.patterns.1.points.0.factor");
  CHECK(error_after([](json& content) { content["transport"]["speed"] = 1; }).json_path ==
        "transport.speed");
}
