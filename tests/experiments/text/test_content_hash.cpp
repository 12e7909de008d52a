#include "experiments/text/content_hash.hpp"
#include "tests/catch.hpp"

using sparlab::experiments::content_hash;

TEST_CASE("FNV-1a of 128 bits gives the published values") {
  CHECK(content_hash("") == "6c62272e07bb014262b821756295c58d");
  CHECK(content_hash("a") == "d228cb696f1a8caf78912b704e4a8964");
  CHECK(content_hash("foobar") == "343e1662793c64bf6f0d3597ba446f18");
}
