#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "platforms/files/consistency.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

std::vector<std::string> found_after(const std::string& name,
                                     const std::function<void(json&)>& change) {
  json content = shipped_content(name);
  change(content);
  return inconsistencies(platform_from_json(content, shipped_file(name)));
}

}  // namespace

TEST_CASE("the shipped platforms are consistent") {
  for (const char* name :
       {"ideal", "gige-8", "piz-daint", "lumi", "leonardo", "piz-daint-mc", "alps"}) {
    CAPTURE(name);
    CHECK(found_after(name, [](json&) {}).empty());
  }
}

TEST_CASE("each relation that does not hold is named alone") {
  const auto only = [](const std::string& name, const std::vector<std::string>& path,
                       double factor) {
    const auto found = found_after(name, [&](json& content) {
      json* number = &content;
      for (const std::string& key : path) number = &(*number)[key];
      (*number)["value"] = (*number)["value"].get<double>() * factor;
    });
    CHECK(found.size() == 1);
    return found.empty() ? std::string() : found[0];
  };
  CHECK_THAT(only("gige-8", {"hockney", "alpha"}, 1.1),
             Contains("alpha is 27.5 us, but 2 latency"));
  CHECK_THAT(only("gige-8", {"loggp", "latency"}, 1.1), Contains("L is 22.0 us, but 2 latency"));
  CHECK_THAT(only("gige-8", {"loggp", "gap_per_byte"}, 2), Contains("G is"));
  CHECK_THAT(only("gige-8", {"links", "node", "bandwidth"}, 2), Contains("1 / bandwidth"));
  CHECK_THAT(only("piz-daint", {"hockney", "rendezvous_alpha"}, 1.1),
             Contains("alpha from 8192 B on"));
}

TEST_CASE("rounded numbers pass") {
  CHECK(found_after("gige-8", [](json& content) {
          content["hockney"]["beta"]["value"] = 8.5;
          content["loggp"]["gap_per_byte"]["value"] = 8.5;
        }).empty());
}

TEST_CASE("a longer message that is much faster than a shorter one is named") {
  const auto found = found_after("piz-daint", [](json& content) {
    content["hockney"]["rendezvous_alpha"]["value"] = 0.3;
    content["overhead"]["rendezvous_per_message"]["value"] = 0;
  });
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0], Contains("a message of 8192 B takes"));
}

TEST_CASE("a pattern that is faster than a message alone is named") {
  const auto found = found_after("gige-8", [&](json& content) {
    content["transport"] = {{"segments",
                             {{{"from", number(0, "B")},
                               {"alpha", content["hockney"]["alpha"]},
                               {"beta", content["hockney"]["beta"]}}}},
                            {"patterns",
                             {{{"pattern", "ring"},
                               {"ranks", 8U},
                               {"source", "a test"},
                               {"uncertainty", "none"},
                               {"points", {{{"bytes", 1024}, {"factor", 0.5}}}}}}}};
    content.erase("hockney");
  });
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0], Contains("pattern ring at 8 ranks: a message of 1024 B"));
}
