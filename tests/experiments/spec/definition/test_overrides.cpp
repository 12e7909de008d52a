#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/spec/definition/overrides.hpp"
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
  apply_sweep_options(document, {{"machine", "loggp"}, {"platform", "ideal"}});
  const auto sweeps_with = [&](const char* key) {
    const json& sweeps = document.at("sweeps");
    return std::count_if(sweeps.begin(), sweeps.end(),
                         [&](const json& sweep) { return sweep.contains(key); });
  };
  CHECK(sweeps_with("machine") == 2);
  CHECK(sweeps_with("platform") == 3);
  CHECK(apply_override(document, "repetitions.max=9") == "sweeps.*.repetitions.max");
  CHECK(sweeps_with("repetitions") == 2);
  CHECK(document["sweeps"][1]["repetitions"]["max"] == 9);
  json model_alone = {{"sweeps", {{{"engines", {"model"}}}}}};
  apply_override(model_alone, "repetitions.max=9");
  CHECK(model_alone["sweeps"][0].contains("repetitions"));
  json no_sweeps = json::array();
  CHECK(apply_sweep_options(no_sweeps, {{"P", "8"}}).size() == 1);
}

}  // namespace sparlab::experiments
