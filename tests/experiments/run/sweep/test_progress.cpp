#include <chrono>
#include <sstream>
#include <string>

#include "experiments/run/sweep/progress.hpp"
#include "tests/catch.hpp"

using namespace sparlab::experiments;
using namespace sparlab::experiments::run;
using std::chrono::seconds;

namespace {

struct Shown {
  std::ostringstream text;
  Progress progress{text, true, [](const Point& point) {
                      return std::string(name_of(point.engine)) +
                             " P=" + std::to_string(point.ranks);
                    }};
  Progress::Clock::time_point begin = Progress::Clock::now();

  std::string line(int second) {
    return progress.line(Progress::kNoColumns, begin + seconds(second));
  }
};

Point point_of(Engine engine, std::uint64_t ranks = 2) {
  Point point;
  point.engine = engine;
  point.ranks = ranks;
  return point;
}

}  // namespace

TEST_CASE("a cheap point that took long does not spoil the time left") {
  Shown shown;
  const Point point = point_of(Engine::loggp);
  for (int i = 0; i < 1000; ++i) shown.progress.add(point, 0.1, 1);
  shown.progress.finished(point, 1e-4, 0.15);
  CHECK(shown.progress.left_s() > 90);
  CHECK(shown.progress.left_s() < 110);
}

TEST_CASE("the time left follows the measured speed of each engine") {
  Shown shown;
  const Point model = point_of(Engine::loggp);
  const Point mpi = point_of(Engine::mpi);
  for (int i = 0; i < 10; ++i) shown.progress.add(model, 10, 2);
  for (int i = 0; i < 4; ++i) shown.progress.add(mpi, 5, 1);
  CHECK(shown.progress.left_s() == Approx(100 / 2 + 20));
  // Twice as long as predicted, while the other engine's prediction stands.
  for (int i = 0; i < 5; ++i) shown.progress.finished(model, 10, 20);
  const double pace = (100.0 + 5) / (50 + 5);
  CHECK(shown.progress.left_s() == Approx(pace * 50 / 2 + 20));
}

TEST_CASE("the line has a bar, the time passed, the time left and the point that runs longest") {
  Shown shown;
  const Point first = point_of(Engine::loggp, 8);
  const Point second = point_of(Engine::loggp, 16);
  for (int i = 0; i < 4; ++i) shown.progress.add(first, 60, 1);
  shown.progress.started(first, 60, shown.begin);
  shown.progress.started(second, 60, shown.begin + seconds(5));
  CHECK(shown.line(65) ==
        "sparlab: [##########----------]  50 % 0/4 points, 1 min 05 s passed, 2 min 00 s left; "
        "longest now 1 min 05 s: loggp P=8");
  const double ran_s = shown.progress.ended(first, shown.begin + seconds(60));
  CHECK(ran_s == 60);
  shown.progress.finished(first, 60, ran_s);
  CHECK(shown.line(65) ==
        "sparlab: [##########----------]  50 % 1/4 points, 1 min 05 s passed, 2 min 00 s left; "
        "longest now 1 min 00 s: loggp P=16");
}

TEST_CASE("a point that never started ran for no time") {
  Shown shown;
  const Point point = point_of(Engine::model);
  CHECK(shown.progress.ended(point) == 0);
}
