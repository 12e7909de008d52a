#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json/json_fields.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/plan/plan.hpp"
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

double seconds_on(const json& platform, experiments::Engine engine, const std::string& spec,
                  experiments::MachineKind machine = experiments::MachineKind::hockney) {
  experiments::Point point;
  point.engine = engine;
  point.algorithm = model::Algorithm(spec);
  point.ranks = 8;
  point.universe = 8000;
  point.nnz = 80;
  point.density = 0.01;
  point.machine = machine;
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

TEST_CASE("groups are part of each machine, and of its JSON form") {
  const PlatformFile file = read_platform(grouped());
  const model::Machine machine = file.machine(8);
  CHECK(machine.groups == model::HostGroups{4, 50e-6});
  CHECK_FALSE(machine.hosts.present());
  const json written = json::parse(machine_to_json(machine).dump());
  const model::Machine read = machine_from_json(written);
  CHECK(read.groups == machine.groups);
  CHECK(read.hosts.placement == machine.hosts.placement);
  json broken = written;
  broken.erase("shared_hosts");
  CHECK_THROWS_AS(machine_from_json(broken), base::FormatError);
  CHECK_FALSE(machine_to_json(read_platform(flat()).machine(8)).contains("host_groups"));
  CHECK(file.loggp_hockney(8).group_setup_s == Approx(50e-6));
  CHECK(file.loggp_hockney(8).group_latency_s == 0);
  CHECK(file.loggp(8).group_setup_s == 0);
  CHECK(file.loggp(8).group_latency_s == Approx(50e-6));
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
                             {"host_groups.beta", "/host_groups/beta", 1}});
  check_refusals(limited(1), {{"send_limit.messages", "/send_limit/messages", 0},
                              {"send_limit.source", "/send_limit/source"},
                              {"send_limit.bytes", "/send_limit/bytes", 1}});
}

}  // namespace sparlab::platforms
