#include <cstdint>

#include "base/text/parse_number.hpp"
#include "tests/catch.hpp"

namespace sparlab::base {

TEST_CASE("a number is read if it is the whole text") {
  CHECK(parse_number<int>("-12") == -12);
  CHECK(parse_number<std::uint32_t>("ff", 16) == 255);
  CHECK(parse_number<double>("1e-3") == 1e-3);
  for (const char* const text : {"", " 1", "1 ", "+1", "1x", "x"}) {
    INFO(text);
    CHECK_FALSE(parse_number<int>(text));
    CHECK_FALSE(parse_number<double>(text));
  }
  CHECK_FALSE(parse_number<std::uint8_t>("256"));
  CHECK_FALSE(parse_number<unsigned>("-1"));
}

}  // namespace sparlab::base
