#include <chrono>
#include <sstream>
#include <thread>

#include "experiments/sweep/progress.hpp"
#include "tests/catch.hpp"

using sparlab::experiments::Progress;

TEST_CASE("a cheap point that took long does not spoil the time left") {
  std::ostringstream shown;
  Progress progress(shown, true, 1000, 100);
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  progress.finished(1e-4);
  CHECK(shown.str().find("1/1000 points, 1 min") != std::string::npos);
}
