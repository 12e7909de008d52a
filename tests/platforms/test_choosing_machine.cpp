#include <cstdlib>
#include <string>

#include "base/system/data_folders.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "machines/calibration/local_platform.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/sections/machine_json.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

/// During its lifetime, platform `local` is gige-8 with this bandwidth in MB/s.
class LocalPlatform {
 public:
  explicit LocalPlatform(double bandwidth) {
    json content = json::parse(content_of(base::find_platform_file("gige-8", "", "")));
    content["name"] = platforms::kLocalPlatform;
    content["links"]["node"]["bandwidth"]["value"] = bandwidth;
    write_content(folder_ / "local.json", content.dump());
    ::setenv("SPARLAB_PLATFORMS", folder_.path().c_str(), 1);
  }
  ~LocalPlatform() { ::unsetenv("SPARLAB_PLATFORMS"); }
  LocalPlatform(const LocalPlatform&) = delete;
  LocalPlatform& operator=(const LocalPlatform&) = delete;

 private:
  base::TemporaryFolder folder_;
};

experiments::PlannedPoint planned_on_mpi(const std::string& algorithm) {
  json document = valid_experiment();
  json& sweep = document["sweeps"][0];
  sweep["engines"] = {"mpi"};
  sweep["algorithms"] = {algorithm};
  sweep["P"] = 2;
  sweep.erase("platform");
  sweep["density"] = 0.1;
  return experiments::make_plan(experiments::parse_experiment(document, "file.json")).points.at(0);
}

}  // namespace

TEST_CASE("on mpi sparlab_auto chooses by the platform that was measured") {
  const LocalPlatform local(50);
  const experiments::PlannedPoint planned = planned_on_mpi("sparlab_auto");
  const PlatformFile measured = machines::load_local_platform();
  REQUIRE(planned.machine);
  CHECK(machine_to_json(*planned.machine) ==
        machine_to_json(measured.machine(planned.point.ranks)));
  CHECK(planned.platform_hash == measured.hash);
  // The worker receives it bitwise equal.
  const experiments::PlannedPoint received =
      experiments::planned_point_from_json(experiments::planned_point_to_json(planned));
  REQUIRE(received.machine);
  REQUIRE(received.chosen_by);
  CHECK(*received.chosen_by == *measured.content);
  CHECK(machine_to_json(*received.machine) ==
        machine_to_json(measured.machine(planned.point.ranks)));
}

TEST_CASE("with another launcher sparlab_auto chooses by the platform of the sweep") {
  const LocalPlatform local(50);
  const base::TemporaryFolder folder;
  write_content(folder / "hosts.json", R"({"command": ["run", "{ranks}", "{worker}"]})");
  json document = valid_experiment();
  json& sweep = document["sweeps"][0];
  sweep["engines"] = {"model", "mpi"};
  sweep["algorithms"] = {"sparlab_auto"};
  sweep["P"] = 2;
  sweep["density"] = 0.1;
  sweep["platform"] = "gige-8";
  sweep["launcher"] = (folder / "hosts.json").string();
  const PlatformFile gige = load_platform(base::find_platform_file("gige-8", "", ""));
  for (const experiments::PlannedPoint& planned :
       experiments::make_plan(experiments::parse_experiment(document, "file.json")).points) {
    CHECK(planned.platform_hash == gige.hash);
    if (planned.point.engine != experiments::Engine::mpi) continue;
    REQUIRE(planned.machine);
    CHECK(machine_to_json(*planned.machine) == machine_to_json(gige.machine(2)));
  }
}

TEST_CASE("measuring the machine again changes the id of points that choose by it, and no others") {
  const auto ids = [](double bandwidth) {
    const LocalPlatform local(bandwidth);
    return std::pair{planned_on_mpi("sparlab_auto").id, planned_on_mpi("dense_ring").id};
  };
  const auto before = ids(50);
  const auto after = ids(60);
  CHECK(before.first != after.first);
  CHECK(before.second == after.second);
}
