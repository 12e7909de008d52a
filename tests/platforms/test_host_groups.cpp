#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json/json_fields.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "model/base/rank_groups.hpp"
#include "platforms/files/uncertainty.hpp"
#include "platforms/sections/machine_json.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab::tests;

namespace sparlab::platforms {
namespace {

using nlohmann::json;

/// gige-8 without local work, in which loggp and the model differ slightly.
json flat() {
  json content = shipped_content("gige-8");
  for (json& gamma : content["gamma"]) gamma["value"] = 0;
  return content;
}

/// Two groups of four hosts, 50 us apart.
json grouped() {
  json content = flat();
  content["host_groups"] = {{"hosts", 4}, {"alpha", number(50, "us")}};
  return content;
}

json limited(int messages) {
  json content = flat();
  content["send_limit"] = {{"messages", messages}, {"source", "a test"}, {"uncertainty", "none"}};
  return content;
}

/// No groups of hosts: a message between groups of ranks takes 50 us longer, one of 30 kB or more
/// 80 us, and any message half of that if they are not known.
json placed() {
  json content = flat();
  json unknown = number(50, "%");
  unknown["uncertainty"] = "0 to 100 %";
  content["host_groups"] = {{"alpha", number(50, "us")},
                            {"large_from", number(30, "kB")},
                            {"large_alpha", number(80, "us")},
                            {"unknown", unknown}};
  return content;
}

model::RankGroups groups_in(const std::string& text) { return *model::RankGroups::parse(text); }

double seconds_on(const json& platform, experiments::Engine engine, const std::string& spec,
                  experiments::MachineKind machine = experiments::MachineKind::hockney,
                  const model::RankGroups& groups = {}) {
  experiments::Point point;
  point.engine = engine;
  point.algorithm = model::Algorithm(spec);
  point.ranks = 8;
  point.universe = 8000;
  point.nnz = 80;
  point.density = 0.01;
  point.machine = machine;
  point.groups = groups;
  return experiments::run::execute(point, read_platform(platform)).time_s;
}

}  // namespace

TEST_CASE("model and loggp agree on the latency between groups of hosts") {
  struct Case {
    const char* spec;
    double messages_between;
  };
  // Of three rounds the last one joins groups; a ring does so in each of its 14 steps; of seven
  // messages to all others four do so.
  for (const auto& [spec, messages] : {Case{"dense_recursive_doubling", 1}, Case{"dense_ring", 14},
                                       Case{"ssar_recursive_double", 1}}) {
    INFO(spec);
    for (const experiments::Engine engine :
         {experiments::Engine::model, experiments::Engine::loggp}) {
      const double longer_s =
          seconds_on(grouped(), engine, spec) - seconds_on(flat(), engine, spec);
      CHECK(longer_s == Approx(messages * 50e-6).epsilon(1e-6));
    }
    CHECK(seconds_on(grouped(), experiments::Engine::loggp, spec) ==
          Approx(seconds_on(grouped(), experiments::Engine::model, spec)).epsilon(1e-9));
  }
  CHECK(seconds_on(grouped(), experiments::Engine::loggp, "dense_recursive_doubling",
                   experiments::MachineKind::loggp) ==
        Approx(seconds_on(flat(), experiments::Engine::loggp, "dense_recursive_doubling",
                          experiments::MachineKind::loggp) +
               50e-6));
}

TEST_CASE("the groups of a point decide, and without them messages have a share of the crossing") {
  using experiments::Engine;
  using experiments::MachineKind;
  const std::string spec = "dense_recursive_doubling";  // three messages of 32,032 B
  for (const MachineKind machine : {MachineKind::hockney, MachineKind::loggp}) {
    const auto longer_s = [&](Engine engine, const model::RankGroups& groups) {
      return seconds_on(placed(), engine, spec, machine, groups) -
             seconds_on(flat(), engine, spec, machine);
    };
    for (const Engine engine : {Engine::model, Engine::loggp}) {
      CHECK(longer_s(engine, groups_in("0x8")) == Approx(0).margin(1e-12));
      CHECK(longer_s(engine, groups_in("0x4,1x4")) == Approx(80e-6));
      CHECK(longer_s(engine, groups_in("0,1,2,3,0,1,2,3")) == Approx(160e-6));
      CHECK(longer_s(engine, {}) == Approx(120e-6));
    }
  }
  // Chunks of a ring have 4032 B.
  CHECK(seconds_on(placed(), Engine::model, "dense_ring", MachineKind::hockney,
                   groups_in("0x4,1x4")) -
            seconds_on(flat(), Engine::model, "dense_ring") ==
        Approx(14 * 50e-6));
}

TEST_CASE("an unknown placement may have all of the crossing or none") {
  const PlatformFile file = read_platform(placed());
  const PlatformUncertainty known = uncertainty_of(json::parse(placed().dump()));
  const auto alpha_s = [&](bool upper, const model::RankGroups& groups) {
    return varied(file, known, Uncertain::groups, upper).machine(8, groups).groups.alpha_s;
  };
  CHECK(file.machine(8).groups.alpha_s == Approx(25e-6));
  CHECK(alpha_s(true, {}) == Approx(50e-6));
  CHECK(alpha_s(false, {}) == Approx(0).margin(1e-6));
  for (const bool upper : {false, true})
    CHECK(alpha_s(upper, groups_in("0x4,1x4")) == Approx(50e-6));
}

TEST_CASE("groups are part of each machine, and of its JSON form") {
  const PlatformFile file = read_platform(grouped());
  const model::Machine machine = file.machine(8);
  CHECK(machine.groups == model::HostGroups{4, 50e-6});
  CHECK_FALSE(machine.hosts.present());
  const json written = json::parse(machine_to_json(machine).dump());
  CHECK(written["host_groups"] == json{{"hosts", 4}, {"alpha_s", 50e-6}});
  CHECK(written.contains("shared_hosts"));
  CHECK_FALSE(machine_to_json(read_platform(flat()).machine(8)).contains("host_groups"));
  CHECK(file.loggp_hockney(8).groups == machine.groups);
  CHECK_FALSE(file.loggp_hockney(8).group_alpha_is_latency);
  CHECK(file.loggp(8).groups == machine.groups);
  CHECK(file.loggp(8).group_alpha_is_latency);
  const model::Machine listed = read_platform(placed()).machine(8, groups_in("0x4,1x4"));
  CHECK(machine_to_json(listed)["host_groups"]["listed"] == listed.groups.listed);
}

TEST_CASE("simgrid refuses groups of hosts") {
  const tests::TemporaryFolder folder;
  const auto file = folder.path() / "gige-8.json";
  std::ofstream(file) << grouped().dump();
  json experiment = tests::valid_experiment();
  experiment["sweeps"][0]["platform"] = file.string();
  const auto plan = [&] {
    return experiments::make_plan(
        experiments::parse_experiment(json::parse(experiment.dump()), "test.json"));
  };
  CHECK_FALSE(plan().points.empty());
  experiment["sweeps"][0]["engines"] = {"loggp", "simgrid"};
  const base::ConfigError error = tests::config_error(plan);
  CHECK(error.json_path == "sweeps.0.platform");
  CHECK_THAT(error.what(), Catch::Contains("host_groups"));
}

TEST_CASE("groups that only placements know are no matter of simgrid") {
  const tests::TemporaryFolder folder;
  const auto file = folder.path() / "gige-8.json";
  std::ofstream(file) << placed().dump();
  json experiment = tests::valid_experiment();
  experiment["sweeps"][0]["platform"] = file.string();
  experiment["sweeps"][0]["engines"] = {"loggp", "simgrid"};
  experiment["sweeps"][0]["P"] = 8;
  experiment["sweeps"][0]["groups"] = "7x4,3x4";
  const auto plan = experiments::make_plan(
      experiments::parse_experiment(json::parse(experiment.dump()), "test.json"));
  for (const experiments::PlannedPoint& planned : plan.points)
    CHECK(planned.point.groups.text() ==
          (planned.point.engine == experiments::Engine::simgrid ? "" : "0x4,1x4"));
}

TEST_CASE("groups that do not fit a sweep are refused") {
  const tests::TemporaryFolder folder;
  const auto file = folder.path() / "gige-8.json";
  std::ofstream(file) << placed().dump();
  json experiment = tests::valid_experiment();
  json& sweep = experiment["sweeps"][0];
  sweep["platform"] = file.string();
  sweep["P"] = 8;
  const auto refused = [&](const json& groups) {
    sweep["groups"] = groups;
    const base::ConfigError error = tests::config_error([&] {
      experiments::make_plan(
          experiments::parse_experiment(json::parse(experiment.dump()), "test.json"));
    });
    INFO(error.what());
    return error.json_path == "sweeps.0.groups";
  };
  for (const json& groups : {json("0x4"), json("0x16"), json("0x4,1x4,"), json("a"), json(""),
                             json(8), json("0x99999,1"), json(std::string(5000, '1'))})
    CHECK(refused(groups));
  sweep["P"] = {4, 8};
  CHECK(refused("0x8"));
  sweep["P"] = 8;
  sweep["platform"] = "ideal";
  CHECK(refused("0x8"));
  sweep["platform"] = file.string();
  sweep["engines"] = {"loggp"};
  sweep["machine"] = "network";
  CHECK(refused("0x8"));
}

TEST_CASE("a limit of messages on their way lengthens what overlaps on machine loggp") {
  const std::string split = "ssar_split_allgather";
  const double free_s =
      seconds_on(flat(), experiments::Engine::loggp, split, experiments::MachineKind::loggp);
  const double one_s =
      seconds_on(limited(1), experiments::Engine::loggp, split, experiments::MachineKind::loggp);
  const double two_s =
      seconds_on(limited(2), experiments::Engine::loggp, split, experiments::MachineKind::loggp);
  CHECK(one_s > two_s);
  CHECK(two_s > free_s);
  CHECK(seconds_on(limited(7), experiments::Engine::loggp, split,
                   experiments::MachineKind::loggp) == free_s);
  // With alpha and beta, messages of a rank do not overlap.
  CHECK(seconds_on(limited(1), experiments::Engine::loggp, split) ==
        Approx(seconds_on(flat(), experiments::Engine::loggp, split)));
  CHECK(seconds_on(limited(1), experiments::Engine::model, split) ==
        seconds_on(flat(), experiments::Engine::model, split));
}

TEST_CASE("errors of groups and limits name their place") {
  check_refusals(grouped(), {{"host_groups.hosts", "/host_groups/hosts", 8},
                             {"host_groups.hosts", "/host_groups/hosts", 0},
                             {"host_groups.alpha.value", "/host_groups/alpha/value", -1},
                             {"host_groups.alpha.unit", "/host_groups/alpha/unit", "B"},
                             {"host_groups.unknown", "/host_groups/unknown", number(50, "%")},
                             {"host_groups.beta", "/host_groups/beta", 1}});
  check_refusals(placed(), {{"host_groups.unknown", "/host_groups/unknown/value", 101},
                            {"host_groups.unknown.unit", "/host_groups/unknown/unit", "us"},
                            {"host_groups.hosts", "/host_groups/unknown"},
                            {"host_groups.large_from", "/host_groups/large_from"},
                            {"host_groups.large_alpha", "/host_groups/large_alpha"}});
  check_refusals(limited(1), {{"send_limit.messages", "/send_limit/messages", 0},
                              {"send_limit.source", "/send_limit/source"},
                              {"send_limit.bytes", "/send_limit/bytes", 1}});
}

}  // namespace sparlab::platforms
