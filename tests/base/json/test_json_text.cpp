#include "base/json/json_text.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab::base;
using namespace sparlab::experiments::tests;

namespace {

std::string place_of_error(const std::string& text) {
  return config_error([&] { parse_json(text, "file.json"); }).json_path;
}

}  // namespace

TEST_CASE("a syntax error is reported with its line and column") {
  CHECK(place_of_error("{\n  \"a\": 1,\n  \"b\": x\n}") == "line 3, column 8");
  CHECK(place_of_error("{\"a\": 1,}") == "line 1, column 9");
  CHECK(config_error([] { parse_json("{\"a\": 1", "f"); }).value == "the end of the file");
  CHECK(config_error([] { parse_json("", "f"); }).value == "the end of the file");
}

TEST_CASE("comments, repeated keys and numbers beyond a double are no strict JSON") {
  CHECK_THROWS_AS(parse_json("// comment\n{}", "f"), ConfigError);
  CHECK(place_of_error("{\"a\": 1, \"b\": {\"a\": 2}, \"a\": 3}") == "a");
  CHECK_THROWS_AS(parse_json("1e999", "f"), ConfigError);
  CHECK_NOTHROW(parse_json("{\"a\": {\"a\": 1}, \"b\": {\"a\": 1}}", "f"));
}

TEST_CASE("deeply nested JSON does not exhaust the stack") {
  CHECK_THROWS_AS(parse_json(std::string(1000000, '['), "f"), ConfigError);
}

TEST_CASE("a file that cannot be read is reported by name") {
  CHECK(config_error([] { read_json_file("/no/such/file.json"); }).file == "/no/such/file.json");
  CHECK_THROWS_AS(read_json_file("/"), ConfigError);
}

TEST_CASE("a text beyond its limits is refused before it is parsed") {
  const JsonLimits limits{40, 3, 5};
  const auto beyond = [&](const std::string& text) { return beyond_limit(text, limits); };
  CHECK_FALSE(beyond("[[[1, \"abcde\"]], [[2]]]"));
  CHECK(beyond("[[[[1]]]]")->byte == 3);
  CHECK(beyond("{\"a\": \"abcdef\"}")->byte == 6);
  CHECK(beyond(std::string(41, ' '))->accepted == "at most 40 bytes");
  CHECK_FALSE(beyond("\"[[[\\\"\""));  // brackets and quotes in a text
  CHECK_FALSE(beyond("]]]][[["));
}

TEST_CASE("deep nesting is refused with its place") {
  for (const char* open : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 50000; ++i) text += open;
    const ConfigError error = config_error([&] { parse_json(text, "file.json"); });
    CHECK(error.value == "depth 33");
    CHECK(error.accepted == "at most 32 lists and objects within each other");
    CHECK(config_error([&] { json_or_text(text, "--set x"); }).value == "depth 33");
  }
  CHECK(place_of_error("{\n  \"a\": " + std::string(40, '[') + "}") == "line 2, column 39");
}

TEST_CASE("a byte 0 is no end of the text") {
  using namespace std::string_literals;
  CHECK(place_of_error("{}\0"s) == "line 1, column 3");
  CHECK(place_of_error("{}\0 {\"a\": 1}"s) == "line 1, column 3");
}

TEST_CASE("an option is JSON if it can be, else its text") {
  CHECK(json_or_text("{\"a\": [1]}", "--set x") == nlohmann::json{{"a", {1}}});
  CHECK(json_or_text("zipf", "--set x") == "zipf");
  CHECK(config_error([] { json_or_text(R"({"a": 1, "a": 2})", "--set x"); }).value ==
        "a second value");
}

TEST_CASE("a file that never ends is read up to the limit") {
  CHECK(config_error([] { read_json_file("/dev/zero"); }).accepted == "at most 16777216 bytes");
}
