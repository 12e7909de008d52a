#include <limits>
#include <sstream>

#include "base/text/text_table.hpp"
#include "tests/catch.hpp"

namespace sparlab::base {

TEST_CASE("numbers have three digits and a unit") {
  CHECK(seconds_text(0.00123456) == "1.23 ms");
  CHECK(seconds_text(0.0009996) == "1.00 ms");
  CHECK(seconds_text(12.34e-6) == "12.3 us");
  CHECK(seconds_text(999.4e-9) == "999 ns");
  CHECK(seconds_text(1234) == "1234 s");
  CHECK(seconds_text(0) == "0 s");
  CHECK(short_count(99'999) == "99999");
  CHECK(short_count(std::uint64_t{1} << 24U) == "2^24");
  CHECK(short_count(16'000'000) == "16M");
  CHECK(short_count(16'300'000) == "16.3M");
  CHECK(short_count(235'146) == "235146");
  CHECK(short_count(1'024'000) == "1024k");
  CHECK(short_count(16'384'000) == "16384k");
  CHECK(short_count(16'300'001) == "16300001");
  CHECK(short_count(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(ratio_text(1.254) == "1.25x");
  CHECK(ratio_text(99.96) == "100x");
  CHECK(ratio_text(0.2) == "0.20x");
  CHECK(ratio_text(1500) == "1500x");
  CHECK(ratio_text(12345) == "12345x");
  for (const double ratio : {1e-9, 0.00123, 0.0123, 0.0999, 9.996, 999.6, 123456.0, 1e12})
    CHECK(ratio_text(ratio).size() <= 6);
}

TEST_CASE("bytes have three digits and a prefix of a thousand") {
  CHECK(bytes_text(0) == "0 B");
  CHECK(bytes_text(999) == "999 B");
  CHECK(bytes_text(999.6) == "1 kB");
  CHECK(bytes_text(12.34e9) == "12.3 GB");
}

TEST_CASE("a count has the singular of one alone") {
  CHECK(counted(0, "point") == "0 points");
  CHECK(counted(1, "point") == "1 point");
  CHECK(counted(2, "point") == "2 points");
}

TEST_CASE("columns are aligned to the left, or to the right where asked") {
  std::ostringstream stream;
  print_columns(stream, {{"name", "P"}, {"a", "16", "x"}}, {.indent = 1, .right = {1}});
  CHECK(stream.str() == " name   P\n a     16  x\n");
}

}  // namespace sparlab::base
