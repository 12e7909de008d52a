// Collectives other than an allreduce: points, results and times.
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/execution/record_bounds.hpp"
#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using model::Collective;

namespace {

const platforms::PlatformFile& platform() {
  static const platforms::PlatformFile gige =
      platforms::load_platform(base::find_platform_file("gige-8", "test", "platform"));
  return gige;
}

Record run_alone(Engine engine, std::string_view algorithm, Collective collective,
                 InputForm form = InputForm::sparse, Payload payload = Payload::counted,
                 std::uint64_t lag = 1, std::uint64_t roots = 1) {
  Point point;
  static_cast<Settings&>(point) = settings_for(info_of(engine), Settings{});
  point.engine = engine;
  point.algorithm = model::Algorithm(algorithm);
  point.ranks = 4;
  point.universe = 1U << 12U;
  point.nnz = 410;  // some sums are zero
  point.density = 0.1;
  point.payload = payload;
  point.input_form = form;
  point.collective = collective;
  point.lag = lag;
  point.roots = roots;
  return execute(point, platform());
}

constexpr std::string_view kTwoPhases[] = {"dense_ring", "sparse_ring", "ssar_split_allgather",
                                           "dsar_split_allgather"};
constexpr std::string_view kBroadcasts[] = {"dense_rabenseifner", "dense_ring",
                                            "ssar_recursive_double", "ssar_split_allgather",
                                            "hofmann_runger"};
constexpr Collective kPhases[] = {Collective::reduce_scatter, Collective::allgatherv};

nlohmann::json with(std::string_view collective, const nlohmann::json& algorithms) {
  nlohmann::json document = valid_experiment();
  document["sweeps"][0]["collective"] = collective;
  document["sweeps"][0]["algorithms"] = algorithms;
  return document;
}

}  // namespace

TEST_CASE("engine loggp takes the time and bytes of a phase that the model predicts") {
  for (const Collective collective : kPhases) {
    for (const std::string_view algorithm : kTwoPhases) {
      for (const InputForm form : {InputForm::sparse, InputForm::dense}) {
        CAPTURE(algorithm, name_of(collective), name_of(form));
        const Record predicted = run_alone(Engine::model, algorithm, collective, form);
        const Record simulated = run_alone(Engine::loggp, algorithm, collective, form);
        CHECK(simulated.time_s == Approx(predicted.time_s).epsilon(1e-6));
        CHECK(*simulated.bytes == Approx(*predicted.bytes).epsilon(1e-9));
        CHECK(predicted.terms.count("published_low_s") == 0);
        CHECK(predicted.terms.count("bound_s") == 0);
        CHECK_THAT(no_bounds(predicted), Contains(std::string(name_of(collective))));
      }
    }
  }
}

TEST_CASE("results of phases with real data are checked against the serial sum") {
  for (const Collective collective : kPhases) {
    for (const std::string_view algorithm : kTwoPhases) {
      for (const InputForm form : {InputForm::sparse, InputForm::dense}) {
        CAPTURE(algorithm, name_of(collective), name_of(form));
        const Record record = run_alone(Engine::loggp, algorithm, collective, form, Payload::data);
        CHECK(record.check.status == "passed");
        CHECK_THAT(record.check.detail, Contains("serial sum"));
      }
    }
  }
}

TEST_CASE("a broadcast sends the changes of so many steps, on every engine") {
  for (const std::string_view algorithm : kBroadcasts) {
    for (const std::uint64_t lag : {1, 6}) {
      for (const InputForm form : {InputForm::sparse, InputForm::dense}) {
        CAPTURE(algorithm, lag, name_of(form));
        const auto run = [&](Engine engine, Payload payload = Payload::counted) {
          return run_alone(engine, algorithm, Collective::broadcast, form, payload, lag);
        };
        const Record predicted = run(Engine::model);
        const Record simulated = run(Engine::loggp);
        // Pipelines have an approximate formula.
        const bool pipeline = algorithm == "hofmann_runger" || algorithm == "dense_ring";
        const double tolerance = pipeline ? 0.02 : 1e-6;
        CHECK(simulated.time_s == Approx(predicted.time_s).epsilon(tolerance));
        CHECK(*simulated.bytes == Approx(*predicted.bytes).epsilon(1e-9));
        CHECK(predicted.result_nnz == Approx(4096 * (1 - std::pow(1 - 410.0 / 4096, lag))));
        const Record checked = run(Engine::loggp, Payload::data);
        CHECK(checked.check.status == "passed");
        CHECK_THAT(checked.check.detail, Contains("serial sum"));
      }
    }
  }
}

TEST_CASE("several roots of a broadcast give their shards, on every engine") {
  for (const std::string_view algorithm : {"dense_rabenseifner", "ssar_split_allgather"}) {
    for (const InputForm form : {InputForm::sparse, InputForm::dense}) {
      CAPTURE(algorithm, name_of(form));
      const auto run = [&](Engine engine, std::uint64_t roots, Payload payload = Payload::counted) {
        return run_alone(engine, algorithm, Collective::broadcast, form, payload, 3, roots);
      };
      double slower_s = run(Engine::model, 1).time_s;
      for (const std::uint64_t roots : {2, 4}) {
        const Record predicted = run(Engine::model, roots);
        const Record simulated = run(Engine::loggp, roots);
        CHECK(simulated.time_s == Approx(predicted.time_s).epsilon(1e-6));
        CHECK(*simulated.bytes == Approx(*predicted.bytes).epsilon(1e-9));
        CHECK(predicted.time_s < slower_s);
        slower_s = predicted.time_s;
        const Record checked = run(Engine::loggp, roots, Payload::data);
        CHECK(checked.check.status == "passed");
        CHECK_THAT(checked.check.detail, Contains("serial sum"));
      }
    }
  }
}

TEST_CASE("a lag and roots are those of a broadcast") {
  nlohmann::json document = with("broadcast", "exact");
  document["sweeps"][0]["lag"] = 16;
  CHECK(parse_experiment(document, "file.json").sweeps.front().inputs_of(4) == 16);
  document["sweeps"][0]["roots"] = 2;
  const Sweep sweep = parse_experiment(document, "file.json").sweeps.front();
  CHECK(sweep.roots == 2);
  REQUIRE(sweep.algorithms.size() == 2);
  CHECK(sweep.algorithms[1].algorithm.spec() == "ssar_split_allgather");
  for (const char* const key : {"lag", "roots"}) {
    nlohmann::json other = with("allreduce", "exact");
    other["sweeps"][0][key] = 2;
    const auto error = config_error([&] { parse_experiment(other, "file.json"); });
    CHECK_THAT(error.json_path, Contains(key));
    CHECK_THAT(error.accepted, Contains("only with collective broadcast"));
  }
  document["sweeps"][0]["roots"] = 1000;
  const auto error = config_error([&] { parse_experiment(document, "file.json"); });
  CHECK_THAT(error.json_path, Contains("roots"));
  CHECK_THAT(error.accepted, Contains("at most the least P"));
}

TEST_CASE("a point is stored with its collective unless that is an allreduce") {
  Point point = run_alone(Engine::model, "dense_ring", Collective::allreduce).point;
  CHECK_FALSE(point_to_json(point).contains("collective"));
  point.collective = Collective::reduce_scatter;
  CHECK(point_to_json(point).at("collective") == "reduce_scatter");
  CHECK(point_from_json(point_to_json(point)).collective == Collective::reduce_scatter);
  CHECK(point.task() == "reduce_scatter");
}

TEST_CASE("keywords mean the algorithms that compute the collective, and others are refused") {
  const auto experiment = parse_experiment(with("reduce_scatter", "exact"), "file.json");
  std::vector<std::string> specs;
  for (const SweepAlgorithm& item : experiment.sweeps.front().algorithms)
    specs.push_back(item.algorithm.spec());
  CHECK(specs == std::vector<std::string>(std::begin(kTwoPhases), std::end(kTwoPhases)));
  for (const nlohmann::json& algorithms :
       {nlohmann::json{"dense_ring", "oktopk"}, nlohmann::json("approximate"),
        nlohmann::json{"ssar_split_allgather(partition=hash)"}}) {
    const auto error =
        config_error([&] { parse_experiment(with("allgatherv", algorithms), "file.json"); });
    CHECK_THAT(error.json_path, Contains("algorithms"));
    CHECK_THAT(error.value, Contains("with collective allgatherv"));
    CHECK_THAT(error.accepted, Contains("ssar_split_allgather"));
  }
  CHECK_THROWS_AS(parse_experiment(with("scatter", "exact"), "file.json"), base::ConfigError);
}
