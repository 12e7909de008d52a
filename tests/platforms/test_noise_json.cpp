#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "platforms/files/platform_description.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/json_of.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab::tests;

namespace sparlab::platforms {
namespace {

using Catch::Matchers::Contains;
using nlohmann::json;
using runtime::loggp::Delays;

json listed(const json& values, const char* unit) {
  return {{"values", values}, {"unit", unit}, {"source", "a test"}, {"uncertainty", "none"}};
}

const json kExponential = {{"distribution", "exponential"}, {"mean", number(5, "us")}};
const json kLognormal = {
    {"distribution", "lognormal"}, {"median", number(10, "%")}, {"p90", number(1, "times")}};

/// gige-8, without a start, with this noise.
json content_with(const json& noise) {
  json content = shipped_content("gige-8");
  if (!noise.is_null()) content["noise"] = noise;
  return json::parse(content.dump());
}

PlatformFile platform_with(const json& noise) { return read_platform(content_with(noise)); }

experiments::Point point_of(experiments::Engine engine, std::uint64_t runs = 0) {
  experiments::Point point;
  point.engine = engine;
  point.algorithm = model::Algorithm("dense_recursive_doubling");
  point.ranks = 8;
  point.universe = point.nnz = 1000;
  point.density = 1;
  point.runs = runs;
  return point;
}

}  // namespace

TEST_CASE("noise describes the delays of ranks and messages") {
  const auto noise = platform_with({{"start", kExponential}, {"message", kLognormal}}).noise.delays;
  CHECK(noise.start == Delays{Delays::Kind::exponential, 5e-6, 0});
  CHECK(noise.message == Delays{Delays::Kind::lognormal, 0.1, 1});
  CHECK(noise.relative);
  CHECK(describe(noise) ==
        "start of ranks: exponential, mean 5.00 us; each message: lognormal, median 0.1 times its "
        "time, p90 1 times its time");
  CHECK_FALSE(noise.alike);
  json of_run = kLognormal;
  of_run["drawn"] = "run";
  const auto alike = platform_with({{"message", of_run}}).noise.delays;
  CHECK(alike.alike);
  CHECK_THAT(describe(alike), Contains("all messages of a run alike: lognormal"));
  const auto list = platform_with({{"start", {{"by_rank", listed({0, 20}, "us")}}}}).noise.delays;
  REQUIRE(list.start_by_rank.size() == 2);
  CHECK(list.start_by_rank[1] == Approx(20e-6));
  CHECK(list.present());
  CHECK_FALSE(list.random());
  CHECK_FALSE(platform_with(nullptr).noise.delays.present());
}

TEST_CASE("both machines of loggp have the noise of the platform") {
  const PlatformFile platform = platform_with({{"message", kLognormal}});
  CHECK(platform.loggp_hockney(8).noise.message == platform.noise.delays.message);
  CHECK(platform.loggp(8).noise.message == platform.noise.delays.message);
}

TEST_CASE("a late rank lengthens a call of loggp by its delay, and the model leaves it out") {
  const PlatformFile quiet = platform_with(nullptr);
  const PlatformFile late = platform_with({{"start", {{"by_rank", listed({20}, "us")}}}});
  const experiments::Record record =
      experiments::run::execute(point_of(experiments::Engine::loggp), late);
  CHECK(
      record.time_s ==
      Approx(experiments::run::execute(point_of(experiments::Engine::loggp), quiet).time_s + 20e-6)
          .epsilon(1e-9));
  CHECK(record.samples_s.empty());
  CHECK_THAT(record.network.at("noise"), Contains("listed"));
  const experiments::Record predicted =
      experiments::run::execute(point_of(experiments::Engine::model), late);
  CHECK(predicted.time_s ==
        experiments::run::execute(point_of(experiments::Engine::model), quiet).time_s);
  CHECK_THAT(predicted.network.at("noise"), Contains("left out"));
  CHECK(experiments::run::execute(point_of(experiments::Engine::loggp), quiet).network.empty());
}

TEST_CASE("delays of ranks replace the start of a transport") {
  json content = content_with({{"start", {{"by_rank", listed({20}, "us")}}}});
  content.erase("hockney");
  content["transport"] = {{"segments", json::array({{{"from", number(0, "B")},
                                                     {"alpha", number(25, "us")},
                                                     {"beta", number(8.5, "ns/B")}}})},
                          {"start", number(7, "us")}};
  const PlatformFile platform = read_platform(content);
  content.erase("noise");
  const PlatformFile quiet = read_platform(content);
  const auto seconds = [](const PlatformFile& file) {
    return experiments::run::execute(point_of(experiments::Engine::loggp), file).time_s;
  };
  CHECK(seconds(platform) == Approx(seconds(quiet) - 7e-6 + 20e-6).epsilon(1e-9));
}

TEST_CASE("a point with random noise is simulated several times") {
  const PlatformFile platform = platform_with({{"start", kExponential}, {"message", kLognormal}});
  const experiments::Record record =
      experiments::run::execute(point_of(experiments::Engine::loggp, 20), platform);
  REQUIRE(record.samples_s.size() == 20);
  CHECK(record.deterministic);
  const double quiet_s =
      experiments::run::execute(point_of(experiments::Engine::loggp), platform_with(nullptr))
          .time_s;
  CHECK(std::ranges::min(record.samples_s) > quiet_s);
  CHECK(record.time_s > *record.p10_s);
  CHECK(record.time_s < *record.p90_s);
  CHECK(std::ranges::count_if(record.samples_s, [&](double s) { return s < record.time_s; }) == 10);
  CHECK(record.messages ==
        experiments::run::execute(point_of(experiments::Engine::loggp), platform_with(nullptr))
            .messages);

  const experiments::Record again =
      experiments::run::execute(point_of(experiments::Engine::loggp, 20), platform);
  CHECK(again.samples_s == record.samples_s);
  experiments::Point other = point_of(experiments::Engine::loggp, 20);
  other.seed = 2;
  CHECK(experiments::run::execute(other, platform).samples_s != record.samples_s);
}

TEST_CASE("a plan has 25 runs where noise is random, and refuses runs where it is not") {
  const tests::TemporaryFolder folder;
  const auto plan_on = [&](const json& noise, const json& runs) {
    const auto file = folder.path() / "gige-8.json";
    std::ofstream(file) << content_with(noise).dump();
    json experiment = tests::valid_experiment();
    experiment["sweeps"][0]["platform"] = file.string();
    if (!runs.is_null()) experiment["sweeps"][0]["runs"] = runs;
    return experiments::make_plan(
        experiments::parse_experiment(json::parse(experiment.dump()), "test.json"));
  };
  const auto runs_of = [](const experiments::Plan& plan, experiments::Engine engine) {
    for (const experiments::PlannedPoint& planned : plan.points)
      if (planned.point.engine == engine) return planned.point.runs;
    return std::uint64_t{999};
  };
  const json noise = {{"message", kLognormal}};
  CHECK(runs_of(plan_on(noise, nullptr), experiments::Engine::loggp) == 25);
  CHECK(runs_of(plan_on(noise, 7), experiments::Engine::loggp) == 7);
  CHECK(runs_of(plan_on(noise, 7), experiments::Engine::model) == 0);
  CHECK(runs_of(plan_on(nullptr, nullptr), experiments::Engine::loggp) == 0);
  const base::ConfigError error = tests::config_error([&] { plan_on(nullptr, 7); });
  CHECK(error.json_path == "sweeps.0.runs");
  CHECK_THAT(error.what(), Contains("no random noise"));
}

TEST_CASE("a description of a platform has its noise") {
  const json content = content_with({{"message", kLognormal}});
  const PlatformFile platform = read_platform(content);
  const json description = json_of(platform_fields(platform, content, 8));
  CHECK_THAT(description.at("noise").get<std::string>(), Contains("lognormal"));
  std::ostringstream text;
  print_platform(text, platform, content, 8);
  CHECK_THAT(text.str(), Contains("\n\nEngine loggp alone: each message: lognormal"));
}

TEST_CASE("the spread of runs gives quantiles to all engines, and leaves the time as it is") {
  const json run = {{"p10", number(0.9, "times")}, {"p90", number(120, "%")}};
  const PlatformFile platform = platform_with({{"run", run}});
  const PlatformFile quiet = platform_with(nullptr);
  REQUIRE(platform.noise.run);
  CHECK(platform.noise.run->p90 == Approx(1.2));
  CHECK_FALSE(platform.noise.delays.present());
  for (const auto engine : {experiments::Engine::model, experiments::Engine::loggp}) {
    const experiments::Record record = experiments::run::execute(point_of(engine), platform);
    CHECK(record.time_s == experiments::run::execute(point_of(engine), quiet).time_s);
    CHECK(*record.p10_s == Approx(0.9 * record.time_s));
    CHECK(*record.p90_s == Approx(1.2 * record.time_s));
    CHECK(record.samples_s.empty());
    CHECK_THAT(record.network.at("noise"), Contains("0.9 to 1.2 times the median"));
  }
  const json valid = content_with({{"run", run}});
  check_refusals(valid, {{"noise", "/noise/start", kExponential},
                         {"noise.run.p10", "/noise/run/p10", number(1.1, "times")},
                         {"noise.run.p10", "/noise/run/p10", number(0, "times")},
                         {"noise.run.p90", "/noise/run/p90", number(99, "%")},
                         {"noise.run.p90", "/noise/run/p90"},
                         {"noise.run.p90.unit", "/noise/run/p90/unit", "us"},
                         {"noise.run.mean", "/noise/run/mean", number(1, "times")}});
}

TEST_CASE("errors of noise name their place") {
  const json valid = content_with({{"start", kExponential}, {"message", kLognormal}});
  check_refusals(
      valid,
      {{"noise", "/noise", json::object()},
       {"noise.speed", "/noise/speed", 1},
       {"noise.start.distribution", "/noise/start/distribution", "cauchy"},
       {"noise.start.mean", "/noise/start/mean"},
       {"noise.start.p90", "/noise/start/p90", number(9, "us")},
       {"noise.start.mean.value", "/noise/start/mean/value", -1},
       {"noise.start.mean.unit", "/noise/start/mean/unit", "%"},
       {"noise.message.p90", "/noise/message/p90/unit", "us"},
       {"noise.message.p90", "/noise/message/p90", number(10, "%")},
       {"noise.message.median", "/noise/message/median", number(0, "%")},
       {"noise.message.drawn", "/noise/message/drawn", "rank"},
       {"noise.start.deviation.unit", "/noise/start",
        json{{"distribution", "normal"}, {"mean", number(1, "us")}, {"deviation", number(1, "B")}}},
       {"noise.start.by_rank.values.1", "/noise/start", json{{"by_rank", listed({0, -1}, "us")}}},
       {"noise.start.by_rank.values", "/noise/start",
        json{{"by_rank", listed(json::array(), "us")}}},
       {"noise.start.by_rank.unit", "/noise/start", json{{"by_rank", listed({1}, "B")}}}});
}

}  // namespace sparlab::platforms
