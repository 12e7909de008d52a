#include "base/system/processor_time.hpp"
#include "tests/catch.hpp"

namespace sparlab::base {

TEST_CASE("the time of programs on some processors is the sum of user and nice there") {
  const char* const stat =
      "cpu  900 90 5 5 0 0 0 0 0 0\n"
      "cpu0 300 40 7 7 0 0 0 0 0 0\n"
      "cpu1 200 0 7 7 0 0 0 0 0 0\n"
      "cpu12 400 50 7 7 0 0 0 0 0 0\n"
      "intr 1 2 3\n";
  const double tick_s = user_seconds(stat, {1}).value() / 200;
  CHECK(tick_s > 0);
  CHECK(user_seconds(stat, {0}).value() == Approx(340 * tick_s));
  CHECK(user_seconds(stat, {0, 12}).value() == Approx(790 * tick_s));
  CHECK_FALSE(user_seconds(stat, {0, 3}));
  CHECK_FALSE(user_seconds("", {0}));
  CHECK_FALSE(user_seconds("cpu0", {0}));
}

TEST_CASE("this process may run on some processors, which have worked before") {
  const std::vector<unsigned> processors = usable_processor_numbers();
  REQUIRE_FALSE(processors.empty());
  CHECK(user_seconds(processors) > 0);
}

}  // namespace sparlab::base
