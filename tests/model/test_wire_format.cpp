#include "model/wire_format.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

TEST_CASE("delta is N isize / (c + isize), and there both formats take the same bytes") {
  for (const double index_bytes : {4.0, 8.0}) {
    for (const double value_bytes : {4.0, 8.0}) {
      const WireFormat wire = WireFormat::ours(index_bytes, value_bytes);
      const double delta = wire.dense_switch(1000);
      CHECK(delta == Approx(1000 * value_bytes / (index_bytes + value_bytes)));
      CHECK(wire.coo_bytes(delta) == Approx(wire.dense_bytes(1000)));
    }
  }
}

TEST_CASE("a reduction goes dense from delta entries on, and never without entries") {
  const WireFormat wire = WireFormat::ours(4, 4);
  CHECK(wire.goes_dense(500, 1000));
  CHECK_FALSE(wire.goes_dense(499, 1000));
  CHECK_FALSE(wire.goes_dense(0, 1000));
  CHECK_FALSE(wire.goes_dense(0, 0));
}

TEST_CASE("headers count in ours and not in headerless") {
  CHECK(WireFormat::ours(4, 8).coo_bytes(10) == 32 + 120);
  CHECK(WireFormat::ours(4, 8).dense_bytes(10) == 32 + 80);
  CHECK(WireFormat::headerless(4, 8).coo_bytes(10) == 120);
  CHECK(WireFormat::headerless(4, 8).dense_bytes(10) == 80);
}
