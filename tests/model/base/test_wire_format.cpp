#include <cmath>

#include "model/base/wire_format.hpp"
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

TEST_CASE("a bitmap moves delta to 31/32 of the range for four-byte values") {
  const WireFormat wire = WireFormat::ours(4, 4);
  const FormatSet formats = FormatSet::published().with(Format::bitmap);
  CHECK(wire.dense_switch(64000, formats) == 62000);
  CHECK(WireFormat::ours(4, 8).dense_switch(64000, formats) == 63000);
  CHECK(wire.dense_switch(3) == 1.5);           // a word of bits is more than the values
  CHECK(wire.dense_switch(3, formats) == 1.5);  // there
}

TEST_CASE("pici has a bitmap's bytes and four more for every tile that is begun") {
  const WireFormat wire = WireFormat::ours(4, 4);
  for (const double elements : {0, 1, 4095, 4096, 4097, 64000}) {
    const double counts = 4 * std::ceil(elements / 4096);
    CHECK(wire.bytes(Format::pici, 0, elements, 0) ==
          wire.bytes(Format::bitmap, 0, elements, 0) + counts);
  }
  CHECK(wire.dense_switch(64000, FormatSet::published().with(Format::pici)) == 62000 - 16);
}

TEST_CASE("a reduction goes dense just where no enabled sparse format is smaller", "[arithmetic]") {
  for (const FormatSet formats :
       {FormatSet::published(), FormatSet::published().with(Format::bitmap),
        FormatSet::published().with(Format::delta), FormatSet::published().with(Format::pici),
        FormatSet::all()}) {
    for (const double value_bytes : {4.0, 8.0}) {
      const WireFormat wire = WireFormat::ours(4, value_bytes);
      for (int elements = 1; elements <= 400; ++elements) {
        for (int entries = 1; entries <= elements; ++entries) {
          // More runs than entries: their format never wins, for partners do not know them.
          const Format sparse = wire.smallest(formats, entries, elements, entries);
          const bool larger =
              wire.bytes(sparse, entries, elements, entries) >= wire.dense_bytes(elements);
          CAPTURE(value_bytes, elements, entries);
          CHECK(wire.goes_dense(entries, elements, formats) == larger);
        }
      }
    }
  }
}

TEST_CASE("without the dense format no reduction goes dense") {
  CHECK_FALSE(WireFormat::ours(4, 4).goes_dense(1000, 1000, {Format::coo, Format::bitmap}));
}

TEST_CASE("the smallest format goes from coo over gaps to a bitmap as a range fills") {
  const WireFormat wire = WireFormat::ours(4, 4);
  const auto smallest = [&](double entries, double runs) {
    return wire.smallest(FormatSet::all(), entries, 1 << 20, runs);
  };
  CHECK(smallest(0, 0) == Format::coo);
  CHECK(smallest(1, 1) == Format::coo);
  CHECK(smallest(1000, 1000) == Format::delta);
  CHECK(smallest(1 << 19, 1 << 18) == Format::bitmap);
  CHECK(smallest(1000, 10) == Format::runs);
  CHECK(wire.smallest(FormatSet::published(), 1000, 1 << 20, 10) == Format::coo);
}

TEST_CASE("of equal sizes the format that is converted with the least work is taken") {
  const WireFormat wire = WireFormat::ours(4, 4);
  REQUIRE(wire.bytes(Format::bitmap, 2, 64, 2) == wire.coo_bytes(2));
  CHECK(wire.smallest(FormatSet::all(), 2, 64, 2) == Format::coo);
  REQUIRE(wire.bytes(Format::delta, 40, 64, 40) == wire.bytes(Format::bitmap, 40, 64, 40));
  CHECK(wire.smallest(FormatSet::all(), 40, 64, 40) == Format::bitmap);
}

TEST_CASE("the gaps take the fewest bits that any parameter gives") {
  for (double elements = 10; elements < 1e9; elements *= 3) {
    for (double entries = 1; entries < elements; entries *= 2) {
      const int chosen = delta_low_bits(entries, elements);
      const auto bits = [&](int low) {
        return entries * (low + 1) + std::floor(std::ldexp(elements - entries, -low));
      };
      CAPTURE(elements, entries, chosen);
      for (const int other : {chosen - 1, chosen + 1}) {
        if (other >= 0) CHECK(bits(chosen) <= bits(other) + 1);
      }
    }
  }
}

TEST_CASE("coded values take the expected bits, and are read once more to find their size") {
  WireFormat wire = WireFormat::ours(4, 4);
  const FormatSet coded = FormatSet::published().with(ValueCode::exponents);
  CHECK(wire.pack(coded, 100, 640, 50).pack_copies == 0);  // such values have no code
  wire.code_bits = 3;
  CHECK(wire.coded_bytes(64) == 3 * 64 + 2 + 3 * 8);
  CHECK(wire.coded_bytes(65) == 3 * 65 + 2 * 2 + 3 * 9);
  const Packing coo = wire.pack(coded, 64, 640, 64);
  CHECK(coo.code == ValueCode::exponents);
  CHECK(coo.format == Format::coo);
  CHECK(coo.bytes == 32 + 4 * 64 + 218);
  CHECK(coo.unpack_copies == 8 * 64 + 4 * 64 + 218);
  CHECK(coo.pack_copies == 4 * 64 + coo.unpack_copies);
  const Packing dense = wire.pack_dense(coded, 64);
  CHECK(dense.bytes == 32 + 218);
  CHECK(dense.unpack_copies == 4 * 64 + 218);
  const Packing larger = wire.pack(coded, 64, 640, 64, 256.0);
  CHECK(larger.code == ValueCode::none);
  CHECK(larger.bytes == wire.coo_bytes(64));
  CHECK(larger.pack_copies == 4 * 64);
  CHECK(larger.unpack_copies == 0);
}

TEST_CASE("a conversion reads one layout and writes the other, and runs are counted first") {
  const WireFormat wire = WireFormat::ours(4, 4);
  const FormatSet bitmap = FormatSet::published().with(Format::bitmap);
  const Packing packed = wire.pack(bitmap, 100, 640, 50);
  CHECK(packed.format == Format::bitmap);
  CHECK(packed.bytes == 32 + 400 + 80);
  CHECK(packed.pack_copies == 800 + 480);
  CHECK(packed.unpack_copies == packed.pack_copies);
  CHECK(wire.pack(bitmap.with(Format::runs), 100, 640, 50).pack_copies == 400 + 800 + 480);
  const Packing published = wire.pack(FormatSet::published(), 100, 640, 50);
  CHECK(published.pack_copies == 0);
  CHECK(published.unpack_copies == 0);
}
