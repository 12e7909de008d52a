#include "base/errors/errors.hpp"
#include "base/text/printable.hpp"
#include "tests/catch.hpp"

using namespace sparlab::base;

TEST_CASE("a long text is quoted by both ends, cut between characters") {
  const std::string text = std::string(1000000, 'a') + "end";
  CHECK(both_ends(text, 20) == "aaaaaaaaaaaa...aaend");
  CHECK(both_ends("exactly twenty bytes", 20) == "exactly twenty bytes");
  const std::string umlauts = "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6";
  CHECK(both_ends(umlauts, 13) == "\xc3\xa4\xc3\xb6\xc3\xbc...\xc3\xb6");
  CHECK(both_ends(std::string(100, '\x80'), 20) == "...");
}

TEST_CASE("no part of a message is longer than people read") {
  const std::string text(1000000, 'a');
  const ConfigError error(text, text, text, text, text);
  CHECK(std::string(error.what()).size() < 10000);
  CHECK(error.json_path.size() + error.value.size() + error.accepted.size() < 10000);
}
