#include "base/text/quantity.hpp"
#include "tests/catch.hpp"

using namespace sparlab::base;

TEST_CASE("bits per second are an eighth of bytes per second") {
  CHECK(in_base_units(10, "Gb/s", Dimension::bandwidth) == 1.25e9);
  CHECK(in_base_units(10, "Gbit/s", Dimension::bandwidth) == 1.25e9);
  CHECK(in_base_units(100, "Mb/s", Dimension::bandwidth) == 12.5e6);
  CHECK(in_base_units(100, "Mbit/s", Dimension::bandwidth) == 12.5e6);
  CHECK(in_base_units(10, "GB/s", Dimension::bandwidth) == 10e9);
}

TEST_CASE("a written quantity keeps its number and unit") {
  const auto parsed = parse_quantity("1.5 us", Dimension::time);
  REQUIRE(parsed);
  CHECK(parsed->value == 1.5);
  CHECK(parsed->unit == "us");
  CHECK(parsed->in_base_units == Approx(1.5e-6));
  CHECK(parse_quantity("2e3ns", Dimension::time)->in_base_units == Approx(2e-6));
}

TEST_CASE("a quantity without number or unit, of another dimension or out of range is refused") {
  for (const char* text : {"", "us", "20", "20 GB/s", "20us ", "20 us/B", "nan us", "inf s",
                           "-1 us", "1e400 s", "1e7 s", "0x10 us", "20,5 us"}) {
    CAPTURE(text);
    CHECK(!parse_quantity(text, Dimension::time));
  }
}

TEST_CASE("multiples are numbers or percentages") {
  CHECK(in_base_units(40, "%", Dimension::multiple) == 0.4);
  CHECK(in_base_units(1.5, "times", Dimension::multiple) == 1.5);
  CHECK_FALSE(in_base_units(1, "us", Dimension::multiple));
  CHECK(accepted_units(Dimension::multiple) == "times or %");
}
