#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "tests/catch.hpp"
#include "workloads/definition/workload_file.hpp"

using namespace sparlab;
using namespace sparlab::workloads;
using Catch::Contains;
using nlohmann::json;

namespace {

json small() {
  return {{"name", "small"},
          {"title", "two layers"},
          {"source", "a test"},
          {"layers",
           {{{"name", "first"}, {"parameters", 300}, {"forward_s", 0.5}, {"backward_s", 1.0}},
            {{"name", "second"}, {"parameters", 100}, {"forward_s", 0.25}, {"backward_s", 0.75}}}}};
}

Workload read(const json& document) { return workload_from_json(document, "small.json"); }

}  // namespace

TEST_CASE("the networks that ship have the parameters that papers state") {
  struct Network {
    const char* name;
    std::uint64_t parameters;
  };
  const Network networks[] = {{"alexnet", 61'100'840},  {"bert", 133'547'324},
                              {"lstm-an4", 27'569'568}, {"lstm-ptb", 66'022'000},
                              {"resnet20", 269'722},    {"resnet44", 658'586},
                              {"resnet50", 25'557'032}, {"resnet110", 1'727'962},
                              {"vgg16", 138'357'544},   {"vgg16-cifar10", 14'728'266}};
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SPARLAB_NETWORKS))
    files += entry.path().extension() == ".json" ? 1 : 0;
  CHECK(files == std::size(networks));
  for (const Network& network : networks) {
    INFO(network.name);
    const Workload workload =
        load_workload(std::string(SPARLAB_NETWORKS) + "/" + network.name + ".json");
    CHECK(workload.name == network.name);
    CHECK(workload.parameters() == network.parameters);
    CHECK(workload.compute_s() > 0);
  }
}

TEST_CASE("layers take their share of the compute of a network, two thirds of it backward") {
  json document = small();
  document["compute"] = {{"value", 6}, {"unit", "ms"}, {"source", "s"}, {"uncertainty", "u"}};
  for (std::size_t i = 0; i < 2; ++i) {
    document["layers"][i].erase("forward_s");
    document["layers"][i].erase("backward_s");
    document["layers"][i]["flop"] = i == 0 ? 1e9 : 3e9;
  }
  const Workload workload = read(document);
  CHECK(workload.layers[0].forward_s == Approx(0.5e-3));
  CHECK(workload.layers[0].backward_s == Approx(1e-3));
  CHECK(workload.layers[1].forward_s == Approx(1.5e-3));
  CHECK(workload.compute_s() == Approx(6e-3));
}

TEST_CASE("the density of an embedding is the share of its rows that a step uses") {
  json document = small();
  document["layers"][0]["rows"] = {{"of", 1000U}, {"used", 50U}};
  document["layers"][1]["density"] = 0.25;
  const Workload workload = read(document);
  CHECK(workload.layers[0].density == 0.05);
  CHECK(workload.layers[1].density == 0.25);
}

TEST_CASE("a workload reads back from its text") {
  json document = small();
  document["layers"][1]["update_s"] = 0.1;
  document["layers"][1]["exchange_s"] = 0.3;
  document["layers"][0]["density"] = 0.125;
  document["recorded"] = {{"ranks", 4U}, {"step_s", 3.5}};
  const Workload workload = read(document);
  const Workload again = read(json::parse(workload_text(workload)));
  CHECK(workload_text(again) == workload_text(workload));
  CHECK(again.layers[0].density == 0.125);
  CHECK(again.update_s() == 0.1);
  CHECK(again.layers[1].exchange_s == 0.3);
  CHECK(again.recorded->ranks == 4);
  CHECK(again.recorded->step_s == 3.5);
}

TEST_CASE("a wrong workload is refused with its place, value and what is accepted") {
  const auto refuses = [](const char* patch, const char* message) {
    INFO(patch);
    json document = small();
    document.merge_patch(json::parse(patch));
    CHECK_THROWS_WITH(read(document), Contains("small.json") && Contains(message));
  };
  refuses(R"({"batch": 3})", "batch");
  refuses(R"({"name": ""})", "not empty");
  refuses(R"({"layers": []})", "layers");
  refuses(R"({"layers": [{"name": "a", "parameters": 1.5, "forward_s": 0, "backward_s": 0}]})",
          "layers.0.parameters: 1.5");
  refuses(R"({"layers": [{"name": "a", "parameters": -1, "forward_s": 0, "backward_s": 0}]})",
          "layers.0.parameters");
  refuses(R"({"layers": [{"name": "a", "parameters": 1, "forward_s": -1, "backward_s": 0}]})",
          "layers.0.forward_s");
  refuses(R"({"layers": [{"name": "a", "parameters": 1, "flop": 1}]})", "forward_s");
  refuses(R"({"layers": [{"name": "a", "parameters": 0, "forward_s": 0, "backward_s": 0}]})",
          "0 parameters");
  refuses(R"({"layers": [{"name": "a", "parameters": 1, "forward_s": 0, "backward_s": 0,
                          "rows": {"of": 2, "used": 3}}]})",
          "rows.used");
  refuses(R"({"layers": [{"name": "a", "parameters": 1, "forward_s": 0, "backward_s": 0,
                          "density": 0.5, "rows": {"of": 2, "used": 1}}]})",
          "not both");
  refuses(R"({"recorded": {"ranks": 0}})", "recorded.ranks");
}
