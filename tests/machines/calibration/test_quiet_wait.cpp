#include <sstream>

#include "base/errors/errors.hpp"
#include "machines/calibration/quiet_wait.hpp"
#include "tests/catch.hpp"

namespace sparlab::machines::calibration {

TEST_CASE("a calibration waits until other programs leave the processors") {
  std::ostringstream messages;
  int looks = 0;
  wait_for_quiet(60, messages, [&] { return OtherLoad{++looks < 3 ? 1.8 : 0.2, 2}; });
  CHECK(looks == 3);
  CHECK(messages.str() ==
        "sparlab: other programs used 1.8 of 2 processors; waiting for at most 60 s until they use "
        "less\n");
}

TEST_CASE("a quiet machine, or one that does not tell, is not waited for") {
  std::ostringstream messages;
  wait_for_quiet(0, messages, [] { return OtherLoad{0.9, 2}; });
  wait_for_quiet(0, messages, [] { return std::optional<OtherLoad>(); });
  CHECK(messages.str().empty());
}

TEST_CASE("whoever does not want to wait longer learns what is accepted") {
  std::ostringstream messages;
  try {
    wait_for_quiet(0, messages, [] { return OtherLoad{2, 2}; });
    FAIL("it should not accept a busy machine");
  } catch (const base::EnvironmentError& error) {
    CHECK(std::string(error.what()) ==
          "other programs used 2 of 2 processors, after waiting 0 s; end them, wait longer with "
          "--wait, or measure beside them with --force");
  }
}

TEST_CASE("the load of this machine is known") {
  const auto load = load_now();
  REQUIRE(load);
  CHECK(load->processors >= 0);
  CHECK(load->of >= 1);
}

}  // namespace sparlab::machines::calibration
