#include <nlohmann/json.hpp>
#include <string>

#include "base/errors/errors.hpp"
#include "experiments/run/submission/site_profile.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;
using nlohmann::json;

namespace {

SiteProfile read(const std::string& text) {
  return site_profile_from_json(json::parse(text), "site.json");
}

}  // namespace

TEST_CASE("a site profile is read") {
  const std::string text = R"({"partition": "normal", "account": "g123", "qos": "high",
    "time_limit_minutes": 120, "task_minutes": 20, "processors_per_task": 4, "tasks_per_node": 36,
    "tasks_at_once": 8, "array_size": 500, "launcher": ["srun", "--mpi=pmix"],
    "modules": ["gcc/12.2", "openmpi@4.1"], "arguments": ["--constraint=mc"],
    "environment": {"A": "b c"}})";
  const SiteProfile profile = read(text);
  CHECK(profile.partition == "normal");
  CHECK(profile.task_seconds() == 1200);
  CHECK(profile.tasks_per_node == 36);
  CHECK(profile.tasks_at_once == 8);
  CHECK(profile.array_size == 500);
  CHECK(profile.modules == std::vector<std::string>{"gcc/12.2", "openmpi@4.1"});
  CHECK(profile.arguments == std::vector<std::string>{"--constraint=mc"});
  CHECK(profile.environment == std::map<std::string, std::string>{{"A", "b c"}});
  CHECK(read("{}").task_seconds() == 900);
  CHECK(read(R"({"notes": "empty"})").launcher.empty());
}

TEST_CASE("a site profile with a mistake is refused with its place") {
  const auto place_of = [](const std::string& text) -> std::string {
    try {
      read(text);
    } catch (const base::ConfigError& error) {
      CHECK(error.file == "site.json");
      CHECK_FALSE(error.accepted.empty());
      return error.json_path;
    }
    return "accepted";
  };
  CHECK(place_of(R"({"partitoin": "a"})") == "partitoin");
  CHECK(place_of(R"({"partition": "a b"})") == "partition");
  CHECK(place_of("{\"partition\": \"a\\nb\"}") == "partition");
  CHECK(place_of(R"({"partition": "--wrap=x"})") == "partition");
  CHECK(place_of("{\"account\": \"$(id)\"}") == "account");
  CHECK(place_of(R"({"qos": ""})") == "qos");
  CHECK(place_of(R"({"time_limit_minutes": 4})") == "time_limit_minutes");
  CHECK(place_of(R"({"time_limit_minutes": "60"})") == "time_limit_minutes");
  CHECK(place_of(R"({"time_limit_minutes": 60, "task_minutes": 61})") == "task_minutes");
  CHECK(place_of(R"({"launcher": []})") == "launcher");
  CHECK(place_of(R"({"launcher": "srun --mpi=pmix"})") == "launcher");
  CHECK(place_of(R"({"launcher": ["--mpi=pmix"]})") == "launcher");
  CHECK(place_of(R"({"launcher": ["srun", "{worker}"]})") == "launcher");
  CHECK(place_of(R"({"launcher": ["srun", "a\nb"]})") == "launcher");
  CHECK(place_of(R"({"modules": ["a; rm"]})") == "modules");
  CHECK(place_of(R"({"modules": ["-f"]})") == "modules");
  CHECK(place_of(R"({"arguments": ["x.sh"]})") == "arguments");
  CHECK(place_of(R"({"arguments": ["--wrap=touch x"]})") == "arguments");
  CHECK(place_of(R"({"arguments": ["--array=1"]})") == "arguments");
  CHECK(place_of(R"({"environment": {"1A": "x"}})") == "environment");
  CHECK(place_of(R"({"environment": {"A;B": "x"}})") == "environment");
  CHECK(place_of(R"({"environment": {"A": "x\u0000y"}})") == "environment");
  CHECK(place_of("[]").empty());
}
