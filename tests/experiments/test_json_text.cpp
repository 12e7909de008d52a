#include "experiments/json/json_text.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab::experiments;
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
