#include "model/base/cost.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {
namespace {

Gammas with_cache() {
  Gammas gammas{.merge_s = 3, .copy_s_per_byte = 1};
  gammas.curves[static_cast<std::size_t>(KernelKind::copy)] = {{10, 5}, {100, 14}, {1000, 500}};
  return gammas;
}

}  // namespace

TEST_CASE("the time of an operation is linear between measured sizes, and in proportion outside") {
  const WorkCurve curve = {{10, 5}, {100, 14}, {1000, 500}};
  CHECK(seconds_at(curve, 0) == 0);
  CHECK(seconds_at(curve, 2) == 1);
  CHECK(seconds_at(curve, 10) == 5);
  CHECK(seconds_at(curve, 50) == Approx(9));
  CHECK(seconds_at(curve, 100) == 14);
  CHECK(seconds_at(curve, 550) == Approx(257));
  CHECK(seconds_at(curve, 4000) == 2000);
}

TEST_CASE("a kernel with a curve costs by the size of its operations, others by their units") {
  const Gammas gammas = with_cache();
  CHECK(gammas.seconds({.merged_entries = 7}) == 21);
  CHECK(gammas.seconds({.copied_bytes = 1000}) == 500);
  CHECK(gammas.seconds(10 * LocalWork{.copied_bytes = 100}) == 140);
  // A third of an operation, as the mean over several calls has it.
  CHECK(gammas.seconds(1.0 / 3 * LocalWork{.copied_bytes = 100}) == Approx(14.0 / 3));
  CHECK(gammas.seconds(LocalWork{}) == 0);
}

TEST_CASE("operations of different sizes cost what so many of their mean size do") {
  LocalWork work{.copied_bytes = 50};
  work.copied_bytes += 150;
  work.copied_bytes += 0;
  CHECK(work.copied_bytes == 200);
  CHECK(work.copied_bytes.operations == 2);
  CHECK(with_cache().seconds(work) == 28);
}

TEST_CASE("a stage and its terms use the curves") {
  const Machine machine{.alpha_s = 1, .gammas = with_cache()};
  const Stage stage{.name = "copies", .work = 2 * LocalWork{.copied_bytes = 100}};
  CHECK(stage.seconds(machine) == 28);
}

}  // namespace sparlab::model
