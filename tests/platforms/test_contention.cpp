#include <nlohmann/json.hpp>
#include <string>

#include "base/json/json_fields.hpp"
#include "experiments/run/engines/execute.hpp"
#include "platforms/sections/machine_json.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab::tests;

namespace sparlab::platforms {
namespace {

using experiments::Engine;
using experiments::MachineKind;
using nlohmann::json;

/// gige-8 without local work, on a line of eight hosts with links of 1 GB/s and 100 ns.
json line() {
  json content = shipped_content("gige-8");
  for (json& gamma : content["gamma"]) gamma["value"] = 0;
  content["topology"] = {{"kind", "torus"},
                         {"dimensions", {{{"size", 8}, {"wraps", false}}}},
                         {"source", "a test"},
                         {"uncertainty", "none"}};
  const json link = {{"bandwidth", number(1, "GB/s")}, {"latency", number(100, "ns")}};
  content["links"] = {{"node", link}, {"torus", link}};
  return content;
}

json contended() {
  json content = line();
  content["contention"] = {{"source", "a test"}, {"uncertainty", "none"}};
  return content;
}

double seconds_on(const json& platform, Engine engine, const std::string& spec,
                  MachineKind machine = MachineKind::hockney) {
  experiments::Point point;
  point.engine = engine;
  point.algorithm = model::Algorithm(spec);
  point.input_form = experiments::InputForm::own;
  point.ranks = 8;
  point.universe = 8000;
  point.nnz = 80;
  point.density = 0.01;
  point.machine = machine;
  return experiments::run::execute(point, read_platform(platform)).time_s;
}

}  // namespace

TEST_CASE("model and loggp agree on messages that share links") {
  struct Case {
    const char* spec;
    double longer_s;
  };
  // Distances 1, 2, 4: 1, 2 and 4 messages of 32 kB on the busiest link, over 1, 2, 4 links.
  // Rabenseifner's have 16, 8, 4 kB, twice. In a ring, seven messages pass one link and one
  // passes seven: 1.75 in the mean.
  for (const auto& [spec, longer_s] : {Case{"dense_recursive_doubling", 4 * 32e-6 + 4 * 1e-7},
                                       Case{"dense_rabenseifner", 2 * (8e-6 + 3 * 4e-6 + 4 * 1e-7)},
                                       Case{"dense_ring", 14 * 0.75e-7}}) {
    INFO(spec);
    for (const Engine engine : {Engine::model, Engine::loggp})
      CHECK(seconds_on(contended(), engine, spec) - seconds_on(line(), engine, spec) ==
            Approx(longer_s).epsilon(1e-6));
    CHECK(seconds_on(contended(), Engine::loggp, spec) ==
          Approx(seconds_on(contended(), Engine::model, spec)).epsilon(1e-9));
  }
  CHECK(seconds_on(contended(), Engine::loggp, "dense_recursive_doubling", MachineKind::loggp) >
        seconds_on(line(), Engine::loggp, "dense_recursive_doubling", MachineKind::loggp) + 100e-6);
  CHECK(seconds_on(contended(), Engine::loggp, "dense_ring", MachineKind::network) ==
        seconds_on(line(), Engine::loggp, "dense_ring", MachineKind::network));
}

TEST_CASE("loads of links are part of each machine, and of its JSON form") {
  const PlatformFile file = read_platform(contended());
  const model::Machine machine = file.machine(8);
  REQUIRE(machine.links.present());
  CHECK(file.loggp_hockney(8).links == machine.links);
  CHECK(file.loggp(8).links == machine.links);
  CHECK(machine_to_json(machine)["shared_links"]["ranks"] == 8);
  CHECK_FALSE(read_platform(line()).machine(8).links.present());
  CHECK_FALSE(machine_to_json(read_platform(line()).machine(8)).contains("shared_links"));
}

TEST_CASE("contention needs links and a source") {
  json content = contended();
  content["contention"].erase("source");
  CHECK_THAT(refusal_of(content), Catch::Matchers::Contains("contention.source"));
  content = contended();
  content["contention"]["bandwidth"] = 1;
  CHECK_THAT(refusal_of(content), Catch::Matchers::Contains("contention.bandwidth"));
  content = shipped_content("mare-nostrum-5");
  content["contention"] = contended()["contention"];
  CHECK_THAT(refusal_of(content, "mare-nostrum-5.json"),
             Catch::Matchers::Contains("contention: there; no such section where the topology"));
}

}  // namespace sparlab::platforms
