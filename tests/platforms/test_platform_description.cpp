#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/json/json_text.hpp"
#include "base/system/build_info.hpp"
#include "platforms/files/platform_description.hpp"
#include "tests/catch.hpp"
#include "tests/json_of.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using Catch::Matchers::Contains;
using nlohmann::json;
using sparlab::tests::json_of;

namespace {

struct Described {
  explicit Described(const std::string& name, std::uint64_t ranks)
      : file(std::string(base::build_info::source_dir) + "/platforms/" + name + ".json"),
        content(base::read_json_file(file)),
        platform(platform_from_json(content, file)),
        description(json_of(platform_fields(platform, content, ranks))) {}

  std::string file;
  json content;
  PlatformFile platform;
  json description;
};

}  // namespace

TEST_CASE("a description has every number of the file with its source") {
  const json numbers = Described("piz-daint", 8).description.at("numbers");
  const auto find = [&](const std::string& path) {
    for (const json& number : numbers)
      if (number.at("path") == path) return number;
    return json();
  };
  // 3 x 2 of the links besides node's, 4 of overhead, 5 gammas, 4 of hockney and 3 of loggp.
  CHECK(numbers.size() == 2 + 6 + 4 + 5 + 2 + 4 + 3);
  REQUIRE(!find("gamma.merge").is_null());
  CHECK(find("gamma.merge").at("value") == 5);
  CHECK(find("gamma.merge").at("unit") == "ns/entry");
  CHECK(!find("hockney.rendezvous_alpha").at("source").get<std::string>().empty());
  CHECK(!find("links.blue.bandwidth").at("uncertainty").get<std::string>().empty());
}

TEST_CASE("the times of messages are those of the machine of the closed form") {
  const Described described("piz-daint", 8);
  const json& rows = described.description.at("message_s");
  REQUIRE(rows.size() == 13);
  CHECK(rows.front().at("bytes") == 1);
  CHECK(rows.back().at("bytes") == 16 * 1024 * 1024);
  for (const json& row : rows) {
    const double bytes = row.at("bytes").get<double>();
    CHECK(row.at("exchange").get<double>() ==
          described.platform.machine(8).message_s(bytes, model::Pattern::exchange));
  }
}

TEST_CASE("the table shows numbers, sources and times") {
  std::ostringstream text;
  const Described described("gige-8", 4);
  print_platform(text, described.platform, described.content, 4);
  CHECK_THAT(text.str(), Contains("hockney.alpha") && Contains("25 us") && Contains("15 to 60 us"));
  CHECK_THAT(text.str(), Contains("Time of a message with 4 ranks"));
  CHECK_THAT(text.str(), Contains("16 MiB"));
  CHECK_THAT(text.str(), Contains("links.node.latency: fitted: two links and 5 us"));
}

TEST_CASE("a description has the start of each number of ranks") {
  const std::string file = std::string(base::build_info::source_dir) + "/platforms/gige-8.json";
  json content = base::read_json_file(file);
  const auto number = [](double value, const char* unit) {
    return json{{"value", value}, {"unit", unit}, {"source", "a test"}, {"uncertainty", "none"}};
  };
  content["transport"] = {{"segments", json::array({{{"from", number(0, "B")},
                                                     {"alpha", content["hockney"]["alpha"]},
                                                     {"beta", content["hockney"]["beta"]}}})},
                          {"start", json::array({{{"ranks", 2}, {"time", number(7, "us")}},
                                                 {{"ranks", 8}, {"time", number(20, "us")}}})}};
  content.erase("hockney");
  content = json::parse(content.dump());
  const PlatformFile platform = platform_from_json(content, file);
  const json description = json_of(platform_fields(platform, content, 16));
  CHECK(description.at("start_s").get<double>() == Approx(20e-6));
  REQUIRE(description.at("starts").size() == 2);
  CHECK(description.at("starts")[0].at("ranks") == 2);
  CHECK(description.at("starts")[0].at("seconds").get<double>() == Approx(7e-6));
  std::ostringstream text;
  print_platform(text, platform, content, 16);
  CHECK_THAT(text.str(),
             Contains("a collective adds 20.0 us") && Contains("transport.start.1.time"));
}
