#include <set>

#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/spec/definition/overrides.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "experiments/spec/plan/shard.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "inputs/formats/recording.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

experiments::Plan plan_after(const std::vector<std::string>& overrides) {
  json document = valid_experiment();
  for (const std::string& assignment : overrides) experiments::apply_override(document, assignment);
  return experiments::make_plan(experiments::parse_experiment(document, "file.json"));
}

std::set<std::string> ids(const experiments::Plan& plan) {
  std::set<std::string> ids;
  for (const experiments::PlannedPoint& planned : plan.points) ids.insert(planned.id);
  return ids;
}

}  // namespace

TEST_CASE("a plan is the cross product of a sweep's axes, each point once") {
  const experiments::Plan plan = plan_after({});
  CHECK(plan.points.size() == 2 * 2 * 2 * 2);
  CHECK(ids(plan).size() == plan.points.size());
}

TEST_CASE("a plan depends on the experiment alone") {
  CHECK(experiments::plan_to_json(plan_after({})) == plan_to_json(plan_after({})));
  CHECK(ids(plan_after({"P=[8,2]", "density=[0.1,0.01]"})) == ids(plan_after({})));
}

TEST_CASE("whatever decides a result changes the point's id") {
  const auto base = ids(plan_after({"P=2", "density=0.1"}));
  for (const char* change :
       {"seed=2", "N=2048", "value=double", "index=uint64", "machine=loggp", "dense_switch=false",
        R"(formats=["coo","dense","runs"])", "input=zipf", "platform=piz-daint"}) {
    const auto changed = ids(plan_after({"P=2", "density=0.1", change}));
    for (const std::string& id : changed) {
      INFO(change);
      CHECK(base.count(id) == 0);
    }
  }
}

TEST_CASE("points store the form of their inputs only where an algorithm converts it") {
  const auto stored_form = [](const char* form, const char* algorithm) {
    for (const experiments::PlannedPoint& planned : plan_after({form}).points)
      if (planned.point.algorithm == algorithm) {
        const json point = point_to_json(planned.point);
        CHECK(experiments::point_from_json(point).input_form == planned.point.input_form);
        return point.value("input_form", "");
      }
    return std::string("no such point");
  };
  CHECK(stored_form("input_form=sparse", "dense_ring") == "sparse");
  CHECK(stored_form("input_form=sparse", "ssar_split_allgather").empty());
  CHECK(stored_form("input_form=dense", "dense_ring").empty());
  CHECK(stored_form("input_form=dense", "ssar_split_allgather") == "dense");
  CHECK(stored_form("input_form=own", "dense_ring").empty());
  CHECK(stored_form("input_form=own", "ssar_split_allgather").empty());
  CHECK(ids(plan_after({})) == ids(plan_after({"input_form=sparse"})));
  CHECK(config_error([] { plan_after({"input_form=coo"}); }).json_path == "sweeps.0.input_form");
}

TEST_CASE("settings of other engines leave a point's id alone") {
  const auto model_ids = [](const std::vector<std::string>& overrides) {
    std::set<std::string> found;
    for (const experiments::PlannedPoint& planned : plan_after(overrides).points)
      if (planned.point.engine == experiments::Engine::model) found.insert(planned.id);
    return found;
  };
  const std::string engines = R"(engines=["model","loggp","mpi"])";
  CHECK(model_ids({}) == model_ids({engines, "repetitions.max=99", "payload=data"}));
}

TEST_CASE("a data file counts by its content and not by its path") {
  experiments::Point point;
  point.input.kind = inputs::InputKind::recording;
  point.input.path = "a";
  experiments::Point moved = point;
  moved.input.path = "b";
  CHECK(experiments::point_id(point, "p", "content") ==
        experiments::point_id(moved, "p", "content"));
  CHECK(point_id(point, "p", "content") != point_id(point, "p", "other"));
  CHECK(point_id(point, "p", "content") != point_id(point, "q", "content"));
}

TEST_CASE("a density becomes a whole number of entries, at least one unless it is zero") {
  const experiments::Plan plan =
      plan_after({"P=2", R"(engines=["model"])", R"(algorithms=["dense_ring"])",
                  "density=[0,1e-9,1e-8,0.25,1]"});
  std::vector<std::uint64_t> nnz;
  for (const experiments::PlannedPoint& planned : plan.points) nnz.push_back(planned.point.nnz);
  CHECK(nnz == std::vector<std::uint64_t>{0, 1, 256, 1024});
  for (const experiments::PlannedPoint& planned : plan.points)
    CHECK(planned.point.density == static_cast<double>(planned.point.nnz) / 1024);
}

TEST_CASE("more ranks than recorded are planned for engines that need expected unions alone") {
  const base::TemporaryFolder folder;
  inputs::Recording recording;
  recording.universe = 50;
  recording.begin = {0, 2, 3, 6};
  recording.indices = {0, 4, 4, 3, 4, 9};
  recording.values.assign(6, 1);
  const std::string path = (folder.path() / "a.tkg").string();
  inputs::write_recording(path, recording);
  const auto plan = [&](const json& engines, const char* payload) {
    json document = valid_experiment();
    json& sweep = document["sweeps"][0];
    sweep.update({{"engines", engines}, {"P", {3, 8}}});
    if (payload != nullptr) sweep["payload"] = payload;
    sweep["input"] = {{"kind", "recording"}, {"path", path}};
    sweep.erase("density");
    sweep.erase("N");
    return experiments::make_plan(experiments::parse_experiment(document, "file.json"));
  };
  const experiments::Plan counted = plan({"model", "loggp"}, "counted");
  for (const experiments::PlannedPoint& planned : counted.points) {
    CHECK(planned.point.nnz == 2);
    CHECK(planned.extrapolated_from == (planned.point.ranks == 8 ? 3 : 0));
    const experiments::PlannedPoint read =
        experiments::planned_point_from_json(planned_point_to_json(planned));
    CHECK(read.extrapolated_from == planned.extrapolated_from);
  }
  const base::ConfigError error = config_error([&] { plan({"model", "loggp"}, "data"); });
  CHECK(error.json_path == "sweeps.0.P");
  CHECK(error.accepted.starts_with("at most 3 on loggp"));
  CHECK_NOTHROW(plan({"model"}, nullptr));
  CHECK(config_error([&] {
          plan({"loggp", "mpi"}, nullptr);
        }).accepted.starts_with("at most 3 on mpi"));
}

TEST_CASE("samples are planned in each universe given, if all their indices fit") {
  const base::TemporaryFolder folder;
  const std::string path = (folder.path() / "data.svm").string();
  write_content(path, "1 1:1 7:1\n-1 2:1 3:1\n");
  const auto plan = [&](const json& universe) {
    json document = valid_experiment();
    json& sweep = document["sweeps"][0];
    sweep.update({{"engines", {"loggp"}}, {"algorithms", {"dense_ring"}}, {"P", 2}});
    sweep["input"] = {{"kind", "svmlight"}, {"path", path}, {"batch", 1U}};
    sweep.erase("density");
    sweep.erase("N");
    if (!universe.is_null()) sweep["N"] = universe;
    return experiments::make_plan(experiments::parse_experiment(document, "file.json"));
  };
  const experiments::Plan own = plan(nullptr);
  REQUIRE(own.points.size() == 1);
  CHECK(own.points[0].point.universe == 7);

  const experiments::Plan given = plan({7, 100});
  REQUIRE(given.points.size() == 2);
  CHECK(given.points[0].id == own.points[0].id);
  CHECK(given.points[1].point.universe == 100);
  CHECK(given.points[1].point.nnz == 2);
  CHECK(given.points[1].point.density == 0.02);

  const base::ConfigError error = config_error([&] { plan({6, 100}); });
  CHECK(error.json_path == "sweeps.0.N");
  CHECK(error.value == "6");
  CHECK(error.accepted == "at least 7, the largest index in " + path);
}

TEST_CASE("mpi always carries data, the model never does") {
  for (const experiments::PlannedPoint& planned : plan_after({"engines=all"}).points) {
    const experiments::Point& point = planned.point;
    CHECK((point.payload == experiments::Payload::data) ==
          (point.engine == experiments::Engine::mpi));
  }
}

TEST_CASE("more ranks than hosts is refused with the platform's name and hosts") {
  const base::ConfigError error = config_error([] { plan_after({"platform=gige-8", "P=16"}); });
  CHECK(error.json_path == "sweeps.0.P");
  CHECK(error.value == "16");
  CHECK(error.accepted == "at most 8, the hosts of platform \"gige-8\"");
}

TEST_CASE("a platform whose measurement was disturbed is refused until it is accepted") {
  const base::TemporaryFolder folder;
  json platform = base::read_json_file(base::find_platform_file("gige-8", "", ""));
  platform["name"] = "loaded";
  const std::filesystem::path file = folder.path() / "loaded.json";
  json document = valid_experiment();
  experiments::apply_override(document, "platform=" + file.string());
  experiments::Experiment experiment = experiments::parse_experiment(document, "file.json");

  platform["doubts"] = {{"copy", "known to 30 % only"}};
  base::write_whole_file(file, platform.dump());
  CHECK_FALSE(experiments::make_plan(experiment).points.empty());

  platform["doubts"]["load"] = "other programs used 0.8 of 2 processors";
  base::write_whole_file(file, platform.dump());
  const base::ConfigError error = config_error([&] { experiments::make_plan(experiment); });
  CHECK(error.json_path == "sweeps.0.platform");
  CHECK_THAT(error.accepted, Catch::Contains("load: other programs used 0.8 of 2 processors") &&
                                 Catch::Contains("--accept-doubtful"));
  experiment.accepts_doubtful = true;
  CHECK_FALSE(experiments::make_plan(experiment).points.empty());
}

TEST_CASE(
    "measurements know how far apart the platform's processors are, also without predictions") {
  const base::TemporaryFolder folder;
  json platform = base::read_json_file(base::find_platform_file("gige-8", "", ""));
  platform["name"] = "near";
  platform["processors"]["round_trip"] = platform["gamma"]["merge"];
  platform["processors"]["round_trip"]["unit"] = "ns";
  const std::filesystem::path file = folder.path() / "near.json";
  base::write_whole_file(file, platform.dump());
  json document = valid_experiment();
  experiments::apply_override(document, "platform=" + file.string());
  experiments::apply_override(document, R"(engines=["model","mpi"])");
  for (const std::vector<std::string>& engines :
       std::vector<std::vector<std::string>>{{"model", "mpi"}, {"mpi"}}) {
    experiments::Experiment experiment = experiments::parse_experiment(document, "file.json");
    experiments::keep_engines(experiment, engines);
    for (const experiments::PlannedPoint& planned : experiments::make_plan(experiment).points) {
      const bool is_measured = planned.point.engine == experiments::Engine::mpi;
      CHECK(planned.processor_round_trip_s.has_value() == is_measured);
      if (is_measured) CHECK(*planned.processor_round_trip_s == Approx(5e-9));
    }
  }
}

TEST_CASE("an unknown platform is refused with the nearest name") {
  const base::ConfigError error = config_error([] { plan_after({"platform=gige8"}); });
  CHECK(error.json_path == "sweeps.0.platform");
  CHECK(error.suggestion == "gige-8");
}

TEST_CASE("a planned point survives its JSON in every bit") {
  for (const experiments::PlannedPoint& planned :
       plan_after({"engines=all", "density=0.3"}).points) {
    const json object = planned_point_to_json(planned);
    CHECK(experiments::planned_point_to_json(experiments::planned_point_from_json(object)) ==
          object);
    CHECK(experiments::point_id(experiments::point_from_json(object["point"]),
                                planned.platform_hash, planned.input_hash) == planned.id);
  }
}

TEST_CASE("points are counted before any is made, and too many are refused") {
  const std::string axis = R"({"from":1,"to":100000,"points":100000,"scale":"linear"})";
  const auto refused = [](const std::vector<std::string>& overrides) {
    return config_error([&] { plan_after(overrides); });
  };
  const base::ConfigError error = refused({"P=" + axis, "N=" + axis});
  CHECK(error.json_path == "sweeps.0");
  CHECK(error.value.starts_with("80000000000 points (100000 P x 100000 N x 2 density"));
  CHECK(error.accepted.starts_with("at most 1000000 points"));
  // The limit counts the points of all sweeps, without overflow in 64 bits.
  json document = valid_experiment();
  for (int i = 0; i < 3; ++i) {
    json sweep = document["sweeps"][0];
    sweep["label"] = std::string("more") + std::to_string(i);
    sweep["P"] = json::parse(axis);
    document["sweeps"].push_back(sweep);
  }
  CHECK(config_error([&] {
          experiments::make_plan(experiments::parse_experiment(document, "f"));
        }).json_path == "sweeps.2");
}

TEST_CASE("shards are the plan, without a point in two of them") {
  const auto plan = [] { return plan_after({}); };
  std::set<std::string> seen;
  for (const char* const text : {"1/3", "2/3", "3/3"}) {
    experiments::Plan part = plan();
    experiments::keep_shard(part, experiments::parse_shard(text));
    CHECK(part.points.size() * 3 <= plan().points.size() + 3);
    for (const experiments::PlannedPoint& planned : part.points)
      CHECK(seen.insert(planned.id).second);
  }
  CHECK(seen.size() == plan().points.size());
  for (const char* const text : {"", "0/3", "4/3", "1/", "/3", "1", "1/3x", "-1/3", "1/9999999999"})
    CHECK_THROWS_AS(experiments::parse_shard(text), base::ConfigError);
}

TEST_CASE("ids of many points are those of single points") {
  const experiments::Plan plan = plan_after({});
  for (const experiments::PlannedPoint& planned : plan.points)
    CHECK(planned.id ==
          experiments::point_id(planned.point, planned.platform_hash, planned.input_hash));
}
