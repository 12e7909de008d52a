#include "model/base/cost.hpp"
#include "model/base/transport.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {
namespace {

TEST_CASE("a message takes the alpha and beta of its segment") {
  const Machine machine{
      .alpha_s = 1, .beta_s_per_byte = 2, .larger = {{100, 50, 3}, {1000, 7, 0.5}}};
  CHECK(machine.message_s(0) == 1);
  CHECK(machine.message_s(99) == 1 + 198);
  CHECK(machine.message_s(100) == 50 + 300);
  CHECK(machine.message_s(999) == 50 + 2997);
  CHECK(machine.message_s(1000) == 7 + 500);
  CHECK(machine.least_alpha() == 1);
  CHECK(machine.least_beta() == 0.5);
  CHECK(machine.asymptotic_beta() == 0.5);
}

TEST_CASE(
    "a slow-down is linear in the logarithm of the size, and constant outside of its points") {
  const SlowdownCurve curve = {{64, 1}, {1024, 2}, {2048, 1.5}};
  CHECK(slowdown_at({}, 100) == 1);
  CHECK(slowdown_at(curve, 0) == 1);
  CHECK(slowdown_at(curve, 64) == 1);
  CHECK(slowdown_at(curve, 256) == Approx(1.5));
  CHECK(slowdown_at(curve, 1024) == 2);
  CHECK(slowdown_at(curve, 1e9) == 1.5);
}

TEST_CASE("messages of a tree are faster by their own curve alone") {
  Machine machine{.alpha_s = 1, .slowdowns = {{{1, 2}}, {}, {}, {}}};
  CHECK(machine.message_s(8, Pattern::tree) == 1);
  machine.slowdowns.tree = {{1, 0.5}};
  CHECK(machine.message_s(8, Pattern::tree) == 0.5);
  CHECK(machine.message_s(8, Pattern::one_way) == 1);
  CHECK(machine.message_s(8, Pattern::all_to_all) == 2);
}

TEST_CASE("patterns without a slow-down of their own have that of exchanges") {
  Machine machine{.alpha_s = 1, .slowdowns = {{{1, 2}}, {}, {}, {}}};
  CHECK(machine.message_s(8, Pattern::one_way) == 1);
  CHECK(machine.message_s(8, Pattern::exchange) == 2);
  CHECK(machine.message_s(8, Pattern::ring) == 2);
  machine.slowdowns.ring = {{1, 3}};
  CHECK(machine.message_s(8, Pattern::ring) == 3);
  CHECK(machine.message_s(8, Pattern::all_to_all) == 2);
  const Cost cost{
      .critical_path = {{.name = "a", .messages = 2, .work = {}, .pattern = Pattern::ring},
                        {.name = "b", .messages = 1, .work = {}, .pattern = Pattern::one_way}}};
  CHECK(cost.seconds(machine) == 2 * 3 + 1);
}

}  // namespace
}  // namespace sparlab::model
