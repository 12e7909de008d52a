#include <set>

#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

/// The small experiment with these algorithms.
json with(const std::vector<std::string>& algorithms) {
  json document = valid_experiment();
  document["sweeps"][0]["algorithms"] = algorithms;
  return document;
}

experiments::Experiment parsed(const std::vector<std::string>& algorithms) {
  return experiments::parse_experiment(with(algorithms), "file.json");
}

base::ConfigError error_of(const std::vector<std::string>& algorithms) {
  return config_error([&] { parsed(algorithms); });
}

base::ConfigError plan_error_of(const std::vector<std::string>& algorithms) {
  return config_error([&] { experiments::make_plan(parsed(algorithms)); });
}

std::vector<std::string> specs_of(const experiments::Experiment& experiment) {
  std::vector<std::string> specs;
  for (const experiments::SweepAlgorithm& algorithm : experiment.sweeps.front().algorithms)
    specs.push_back(algorithm.algorithm.spec());
  return specs;
}

std::set<std::string> ids_of(const std::vector<std::string>& algorithms) {
  std::set<std::string> ids;
  for (const experiments::PlannedPoint& planned : make_plan(parsed(algorithms)).points)
    ids.insert(planned.id);
  return ids;
}

}  // namespace

TEST_CASE("an algorithm with settings is known by their one spelling") {
  CHECK(specs_of(parsed({"gtopk( broadcast = scatter_allgather , k=1Ki )", "gtopk"})) ==
        std::vector<std::string>{"gtopk(k=1024, broadcast=scatter_allgather)", "gtopk"});
  CHECK(error_of({"gtopk", "gtopk(k=0)"}).json_path == "sweeps.0.algorithms.1");
}

TEST_CASE("settings are refused by algorithm, parameter and value") {
  const base::ConfigError value = error_of({"dense_ring", "oktopk(tau=0)"});
  CHECK(value.json_path == "sweeps.0.algorithms.1");
  CHECK(value.value == "tau = 0 in \"oktopk(tau=0)\"");
  CHECK(value.accepted.find("1 or more") != std::string::npos);
  const base::ConfigError parameter = error_of({"oktopk(windw=3)"});
  CHECK(parameter.value == "no parameter \"windw\" in \"oktopk(windw=3)\"");
  CHECK(parameter.suggestion == "window");
  const base::ConfigError none = error_of({"sparse_allgather(k=3)"});
  CHECK(none.value == "no parameter \"k\" in \"sparse_allgather(k=3)\"");
  CHECK(none.accepted == "no parameters at all");
  const base::ConfigError syntax = error_of({"oktopk(tau"});
  CHECK(syntax.value == "\"oktopk(tau\"");
  CHECK(syntax.accepted.find("name(parameter=value, ...)") != std::string::npos);
}

TEST_CASE("a bare name keeps all its settings, one with settings these alone") {
  const auto kept = [&](const std::vector<std::string>& wanted) {
    experiments::Experiment experiment = parsed({"gtopk", "gtopk(k=8)", "dense_ring"});
    experiments::keep_algorithms(experiment, wanted);
    return specs_of(experiment);
  };
  CHECK(kept({"gtopk"}) == std::vector<std::string>{"gtopk", "gtopk(k=8)"});
  CHECK(kept({"gtopk( k=8 )"}) == std::vector<std::string>{"gtopk(k=8)"});
  CHECK(kept({"exact"}) == std::vector<std::string>{"dense_ring"});
  CHECK(config_error([&] { kept({"gtopk(k=x)"}); }).json_path == "--algorithms");
}

TEST_CASE("settings that do not fit a P and N of the sweep are refused before anything runs") {
  const base::ConfigError degrees = plan_error_of({"dense_ring", "kylix(degrees=4x2)"});
  CHECK(degrees.json_path == "sweeps.0.algorithms.1");
  CHECK(degrees.value == "degrees = 4x2 in \"kylix(degrees=4x2)\" with P = 2, N = 1024");
  const base::ConfigError selected = plan_error_of({"gtopk(k=2048)"});
  CHECK(selected.json_path == "sweeps.0.algorithms.0");
  CHECK(selected.value == "k = 2048 in \"gtopk(k=2048)\" with P = 2, N = 1024");
}

TEST_CASE("an imitation of what a paper compared with is in no keyword") {
  const std::vector<std::string> all = specs_of(parsed({"all"}));
  const char* const name = "s2_omnireduce_standin";
  for (const char* keyword : {"all", "exact", "approximate"})
    CHECK_FALSE(experiments::is_wanted(sparlab::model::Algorithm(name), keyword));
  CHECK(std::ranges::find(all, name) == all.end());
  CHECK(specs_of(parsed({"exact", name})).front() != name);
  CHECK(specs_of(parsed({"exact", name})).back() == name);
}

TEST_CASE("equal settings are equal points, other settings other ones") {
  const auto ids = ids_of({"gtopk", "gtopk(k=8)", "gtopk(k=16)"});
  CHECK(ids.size() == 3 * 2 * 2 * 2);
  CHECK(ids_of({"gtopk(k=0)", "gtopk( k=8 )", "gtopk(k=16)"}) == ids);
}
