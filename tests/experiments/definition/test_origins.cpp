#include <nlohmann/json.hpp>

#include "experiments/definition/engine_settings.hpp"
#include "experiments/definition/origins.hpp"
#include "experiments/definition/overrides.hpp"
#include "tests/catch.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;

std::string blamed(const std::string& json_path, const std::vector<Origin>& origins) {
  return blame_origin({"file.json", json_path, "", ""}, origins).file;
}

}  // namespace

TEST_CASE("an error in what the command line gave names the option, others the file") {
  const std::vector<Origin> origins = {{"sweeps.*.P", "-P 8"},
                                       {"sweeps.1.P", "--set sweeps.1.P=9"},
                                       {"sweeps.*.input.path", "--set input.path=x"},
                                       {"name", "--set name=y"}};
  CHECK(blamed("sweeps.0.P", origins) == "command line, -P 8");
  CHECK(blamed("sweeps.0.P.0", origins) == "command line, -P 8");
  CHECK(blamed("sweeps.1.P", origins) == "command line, --set sweeps.1.P=9");
  CHECK(blamed("sweeps.1.input", origins) == "command line, --set input.path=x");
  CHECK(blamed("name", origins) == "command line, --set name=y");
  for (const char* path : {"", "sweeps", "sweeps.0", "sweeps.0.N", "sweeps.0.Pay", "title"})
    CHECK(blamed(path, origins) == "file.json");
}

TEST_CASE("a setting for all sweeps goes to those with an engine that uses it, if there are any") {
  json document = {
      {"sweeps",
       {{{"engines", {"model"}}}, {{"engines", {"simgrid", "mpi"}}}, {{"engines", "all"}}}}};
  CHECK(sweeps_that_use(document, "repetitions").size() == 2);
  CHECK(sweeps_that_use(document, "machine").size() == 2);
  CHECK(sweeps_that_use(document, "platform").size() == 3);
  CHECK(apply_override(document, "repetitions.max=9") == "sweeps.*.repetitions.max");
  CHECK_FALSE(document["sweeps"][0].contains("repetitions"));
  CHECK(document["sweeps"][1]["repetitions"]["max"] == 9);
  json model_alone = {{"sweeps", {{{"engines", {"model"}}}}}};
  CHECK(sweeps_that_use(model_alone, "repetitions").size() == 1);
  json no_sweeps = json::array();
  CHECK(sweeps_that_use(no_sweeps, "P").empty());
}

}  // namespace sparlab::experiments
