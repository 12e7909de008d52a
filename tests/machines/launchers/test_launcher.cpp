#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "machines/launchers/launcher.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::machines;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

json two_hosts() {
  return json::parse(
      R"({"hosts": [{"name": "a", "processors": 4}, {"name": "b", "processors": 2}]})");
}

std::string refusal(const json& content) {
  try {
    launcher_from_json(content, "cluster.json");
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  FAIL("accepted: " << content.dump());
  return {};
}

}  // namespace

TEST_CASE("a launcher file is read as it is written") {
  const Launcher launcher = launcher_from_json(json::parse(R"({
    "notes": "the cluster in room 3",
    "command": ["srun", "--ntasks={ranks}", "{worker}"],
    "hosts": [{"name": "node-1.lan", "processors": 8}],
    "ranks_per_host": 2,
    "environment": {"SPARLAB_CHUNK_BYTES": "32768"}})"),
                                               "cluster.json");
  CHECK(launcher.name == "cluster.json");
  CHECK(launcher.command == std::vector<std::string>{"srun", "--ntasks={ranks}", "{worker}"});
  REQUIRE(launcher.hosts.size() == 1);
  CHECK(launcher.hosts[0].name == "node-1.lan");
  CHECK(launcher.hosts[0].processors == 8);
  CHECK(launcher.ranks_per_host == 2);
  CHECK(launcher.environment.at("SPARLAB_CHUNK_BYTES") == "32768");
  CHECK_FALSE(launcher.hash.empty());
}

TEST_CASE("mistakes in a launcher file are refused with their place and what is accepted") {
  struct Mistake {
    const char* text;
    std::vector<std::string> words;
  };
  const std::vector<Mistake> mistakes = {
      {R"({"comand": ["srun"]})", {"comand", "unknown key", "did you mean \"command\""}},
      {R"({"command": "srun -n {ranks} {worker}"})", {"command", "a list of texts"}},
      {R"({"command": ["srun", "-n", "{ranks}"]})", {"command", "{worker}"}},
      {R"({"command": ["{worker}", "{ranks}"]})", {"command", "a program"}},
      {R"({"command": ["srun", "x{worker}", "{ranks}"]})", {"command", "as one of its arguments"}},
      {R"({"command": ["srun", "{worker}"]})", {"command", "{ranks}"}},
      {R"({"command": ["srun", "{rank}", "{worker}"]})",
       {"no placeholder \"{rank}\"", "did you mean \"{ranks}\""}},
      {R"({"command": ["srun", "a\nb", "{ranks}", "{worker}"]})", {"control characters"}},
      {R"({"command": ["srun", "{ranks}", "{worker}"], "arguments": ["-v"]})",
       {"arguments", "only without command"}},
      {R"({"hosts": []})", {"hosts", "at least one object"}},
      {R"({"hosts": [{"name": "a"}]})", {"hosts.0.processors", "missing"}},
      {R"({"hosts": [{"name": "a", "processors": 0}]})", {"hosts.0.processors", "from 1"}},
      {R"({"hosts": [{"name": "a,b:9", "processors": 1}]})", {"hosts.0.name", "name or IPv4"}},
      {R"({"hosts": [{"name": "-x", "processors": 1}]})", {"hosts.0.name", "name or IPv4"}},
      {R"({"hosts": [{"name": "a", "processors": 1}, {"name": "a", "processors": 1}]})",
       {"hosts.1.name", "not listed yet"}},
      {R"({"extends": "locl"})", {"extends", "local, testbed", "did you mean \"local\""}},
      {R"({"extends": "local", "command": ["srun", "{ranks}", "{worker}"]})",
       {"command", "only without extends"}},
      {R"({"ranks_per_host": 1})", {"ranks_per_host", "only with hosts"}},
      {R"({"environment": {"A=B": "1"}})", {"environment", "letters, digits"}},
      {R"({"environment": {"1A": "1"}})", {"environment", "letters, digits"}},
      {R"({"environment": {"A": "x\u0000y"}})", {"environment", "control characters"}},
      {R"({"environment": {"A": 1}})", {"environment.A", "a text"}},
      {R"([])", {"an object"}}};
  for (const Mistake& mistake : mistakes) {
    const std::string message = refusal(json::parse(mistake.text));
    CAPTURE(mistake.text);
    CHECK_THAT(message, Contains("cluster.json"));
    for (const std::string& word : mistake.words) CHECK_THAT(message, Contains(word));
  }
}

TEST_CASE("an unknown launcher is refused with the known names") {
  CHECK(find_launcher("local", "command line", "--launcher").name == "local");
  try {
    find_launcher("locla", "command line", "--launcher");
    FAIL("accepted");
  } catch (const base::ConfigError& error) {
    CHECK_THAT(error.what(), Contains("--launcher") && Contains("no launcher \"locla\"") &&
                                 Contains("path of a launcher file"));
    CHECK(error.suggestion == "local");
  }
  CHECK_THROWS_AS(find_launcher("missing.json", "command line", "--launcher"), base::ConfigError);
}

TEST_CASE("hosts are filled in order, and again when there are more ranks") {
  const Launcher launcher = launcher_from_json(two_hosts(), "cluster.json");
  using Counts = std::vector<std::uint64_t>;
  CHECK(ranks_on_hosts(launcher, 3) == Counts{3, 0});
  CHECK(ranks_on_hosts(launcher, 5) == Counts{4, 1});
  CHECK(ranks_on_hosts(launcher, 11) == Counts{8, 3});
  json one_each = two_hosts();
  one_each["ranks_per_host"] = 1U;
  CHECK(ranks_on_hosts(launcher_from_json(one_each, "cluster.json"), 5) == Counts{3, 2});
}

TEST_CASE("ranks per processor are those of the fullest host") {
  json content = two_hosts();
  CHECK(ranks_per_processor(launcher_from_json(content, "c.json"), 6) == 1);
  content["ranks_per_host"] = 4U;
  const Launcher launcher = launcher_from_json(content, "c.json");
  CHECK(ranks_per_processor(launcher, 4) == 1);
  CHECK(ranks_per_processor(launcher, 8) == 2);
  CHECK(describe_oversubscription(launcher, 8) == "more ranks than the 2 processors of host b");
  const Launcher unknown = launcher_from_json(
      json::parse(R"({"command": ["srun", "-n{ranks}", "{worker}"]})"), "c.json");
  CHECK(ranks_per_processor(unknown, 1000) == 0);
}

TEST_CASE("launchers differ in their hash if anything in their file differs") {
  json other = two_hosts();
  other["environment"]["A"] = "1";
  CHECK(launcher_from_json(two_hosts(), "a.json").hash ==
        launcher_from_json(two_hosts(), "b.json").hash);
  CHECK(launcher_from_json(two_hosts(), "a.json").hash != launcher_from_json(other, "a.json").hash);
}
