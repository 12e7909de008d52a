#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "base/system/temporary_folder.hpp"
#include "inputs/files/data_error.hpp"
#include "inputs/sources/input.hpp"
#include "inputs/sources/recording_input.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/bytes.hpp"

namespace sparlab::inputs {
namespace {

using Bytes = std::vector<std::byte>;

Recording small_recording() {
  Recording recording;
  recording.universe = 10;
  recording.begin = {0, 2, 4, 6};
  recording.indices = {0, 4, 4, 9, 3, 4};
  recording.values = {1, -2, 0, 0.5F, -9e29F, -0.0F};
  return recording;
}

Recording parse(std::span<const std::byte> bytes) {
  DataFile file("data.tkg", bytes);
  return read_recording(file);
}

DataError error_of(std::span<const std::byte> bytes) {
  try {
    parse(bytes);
  } catch (const DataError& error) {
    return error;
  }
  FAIL("accepted");
  throw std::logic_error("unreachable");
}

Bytes with_word(Bytes bytes, std::size_t at, std::uint32_t word) {
  for (std::size_t i = 0; i < 4; ++i) bytes.at(at + i) = static_cast<std::byte>(word >> (8 * i));
  return bytes;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST_CASE("a recording has the documented bytes") {
  Recording recording;
  recording.universe = 0x01020304;
  recording.begin = {0, 1};
  recording.indices = {0x00010203};
  recording.values = {1.0F};
  const Bytes bytes = encode_recording(recording);
  const std::string expected("TKG1\1\0\0\0\4\3\2\1\1\0\0\0\3\2\1\0\0\0\x80\x3f", 24);
  REQUIRE(bytes.size() == expected.size());
  CHECK(std::memcmp(bytes.data(), expected.data(), expected.size()) == 0);
}

TEST_CASE("workers with different numbers of entries have the documented bytes") {
  Recording recording;
  recording.universe = 9;
  recording.begin = {0, 1, 1};
  recording.indices = {8};
  recording.values = {1.0F};
  const Bytes bytes = encode_recording(recording);
  const std::string expected("TKG2\2\0\0\0\x9\0\0\0\1\0\0\0\0\0\0\0\x8\0\0\0\0\0\x80\x3f", 28);
  REQUIRE(bytes.size() == expected.size());
  CHECK(std::memcmp(bytes.data(), expected.data(), expected.size()) == 0);
  const Recording read = parse(bytes);
  CHECK(read.begin == recording.begin);
  CHECK(read.indices == recording.indices);
  CHECK(read.mean_nnz() == 0.5);
}

TEST_CASE("wrong sizes of workers with different numbers of entries are reported") {
  Recording recording;
  recording.universe = 9;
  recording.begin = {0, 1, 3};
  recording.indices = {8, 2, 3};
  recording.values = {1, 2, 3};
  const Bytes good = encode_recording(recording);
  for (std::size_t size = 0; size < good.size(); ++size) {
    REQUIRE(error_of(std::span(good).first(size)).place().starts_with("byte "));
  }
  CHECK(error_of(with_word(good, 16, 10)).value() == "10 entries a worker");
  CHECK(error_of(with_word(good, 16, 10)).place() == "byte 16");
  CHECK(error_of(with_word(good, 16, 9)).value() == "a header that promises 100 bytes");
  CHECK(error_of(with_word(good, 16, 1)).value() == "trailing data");
}

TEST_CASE("a recording survives writing and reading, plain and gzip") {
  const base::TemporaryFolder scratch;
  const Recording recording = small_recording();
  for (const char* name : {"a.tkg", "a.tkg.gz"}) {
    write_recording((scratch.path() / name).string(), recording);
    DataFile file((scratch.path() / name).string());
    const Recording read = read_recording(file);
    CHECK(read.name == (scratch.path() / name).string());
    CHECK(read.universe == 10);
    CHECK(read.begin == recording.begin);
    CHECK(read.indices == recording.indices);
    CHECK(same_bits(read.values, recording.values));
    CHECK(read.content_hash.size() == 64);
  }
  CHECK(std::filesystem::file_size((scratch.path() / "a.tkg").string()) == 16 + 3 * 2 * 8);
  CHECK(std::ifstream((scratch.path() / "a.tkg.gz").string()).get() == 0x1f);
}

TEST_CASE("a recording larger than any buffer survives too") {
  Recording recording;
  recording.universe = 400'000;
  recording.begin = {0, 100'001, 200'002};
  for (std::uint32_t i = 0; i < 200'002; ++i) {
    recording.indices.push_back(3 * (i % 100'001));
    recording.values.push_back(static_cast<float>(i));
  }
  const Recording read = parse(gzip(encode_recording(recording)));
  CHECK(read.indices == recording.indices);
  CHECK(read.values == recording.values);
}

TEST_CASE("a recording that cannot be written is reported") {
  CHECK_THROWS_AS(write_recording("/no/such/folder/a.tkg", small_recording()), DataError);
  if (std::filesystem::exists("/dev/full")) {
    CHECK_THROWS_AS(write_recording("/dev/full", small_recording()), DataError);
  }
}

TEST_CASE("workers may have recorded nothing") {
  Recording recording;
  recording.universe = 7;
  recording.begin.assign(5, 0);
  const auto read = std::make_shared<const Recording>(parse(encode_recording(recording)));
  const RecordingInput input(read, 0, 4);
  CHECK(input.rank_entries(3).indices.empty());
  CHECK(input.fill_in()->distinct(4) == 0);
}

TEST_CASE("as many workers as a recording may have may have held the same or nothing in common") {
  Recording same;
  same.universe = 1 << 15;
  same.begin.resize((1 << 14) + 1);
  std::iota(same.begin.begin(), same.begin.end(), std::size_t{0});
  same.indices.assign(1 << 14, 7);
  same.values.assign(1 << 14, 1);
  Recording apart = same;
  std::iota(apart.indices.begin(), apart.indices.end(), 0U);
  for (const auto& [recording, held] : {std::pair(same, 1.0), std::pair(apart, 16384.0)}) {
    const auto read = std::make_shared<const Recording>(parse(encode_recording(recording)));
    const auto fill_in = RecordingInput(read, 0, 1).fill_in();
    CHECK(fill_in->distinct(1) == Approx(1));
    CHECK(fill_in->distinct(read->workers()) == Approx(held));
    CHECK(fill_in->distinct(1 << 16) >= held);
  }
}

TEST_CASE("a recording cut anywhere is reported with a byte within it") {
  const Bytes bytes = encode_recording(small_recording());
  const Bytes packed = gzip(bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const DataError error = error_of(std::span(bytes).first(size));
    REQUIRE(error.place().starts_with("byte "));
    REQUIRE(std::stoul(error.place().substr(5)) <= size);
  }
  for (std::size_t size = 0; size < packed.size(); ++size) {
    REQUIRE(error_of(std::span(packed).first(size)).place().starts_with("byte "));
  }
}

TEST_CASE("trailing data behind a recording are reported") {
  Bytes bytes = encode_recording(small_recording());
  bytes.push_back(std::byte{0});
  const DataError error = error_of(bytes);
  CHECK(error.place() == "byte 64");
  CHECK(error.value() == "trailing data");
  CHECK(error_of(gzip(bytes)).place() == "byte 64");
}

TEST_CASE("wrong fields of a recording are reported with their byte and value") {
  const Bytes good = encode_recording(small_recording());
  const auto expect = [](const Bytes& bytes, const std::string& place, const std::string& value) {
    const DataError error = error_of(bytes);
    CHECK(error.file() == "data.tkg");
    CHECK(error.place() == place);
    CHECK(error.value() == value);
  };
  expect(with_word(good, 0, 0x33474b54), "byte 0", "magic \"TKG3\"");
  expect(with_word(good, 4, 0), "byte 4", "0 workers");
  expect(with_word(good, 4, ~0U), "byte 4", "4294967295 workers");
  expect(with_word(good, 4, (1 << 14) + 1), "byte 4", "16385 workers");
  expect(with_word(good, 8, 0), "byte 8", "a universe of 0 indices");
  expect(with_word(good, 8, 1), "byte 12", "2 entries a worker");
  expect(with_word(good, 20, 0), "byte 20", "index 0");    // equal
  expect(with_word(good, 36, 3), "byte 36", "index 3");    // decreasing
  expect(with_word(good, 20, 10), "byte 20", "index 10");  // outside of the universe
  expect(with_word(good, 16, ~0U), "byte 16", "index 4294967295");
}

TEST_CASE("a value of a recording that is not finite, or too large to be summed, is reported") {
  const Bytes good = encode_recording(small_recording());
  for (const float value :
       {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
        std::numeric_limits<float>::quiet_NaN(), 1.1e30F, -3e38F}) {
    const DataError error = error_of(with_word(good, 60, std::bit_cast<std::uint32_t>(value)));
    CHECK(error.place() == "byte 60");
    CHECK(error.accepted() == "finite numbers of magnitude at most 1e30");
  }
}

TEST_CASE("a header that claims more than its file can hold is refused before anything is read") {
  Bytes bytes = with_word(encode_recording(small_recording()), 8, ~0U);
  bytes = with_word(std::move(bytes), 12, 1'000'000'000);
  bytes = with_word(std::move(bytes), 4, 1 << 14);
  for (const Bytes& stored : {bytes, gzip(bytes)}) {
    const DataError error = error_of(stored);
    CHECK(error.place() == "byte 12");
    CHECK(error.value() == "a header that promises 131072000000016 bytes");
  }
}

TEST_CASE("rank r holds what worker r recorded") {
  const auto recording = std::make_shared<const Recording>(small_recording());
  const RecordingInput input(recording, 0, 2);
  CHECK(input.universe() == 10);
  CHECK(input.mean_nnz() == 2);
  CHECK(input.max_ranks() == 3);
  CHECK_FALSE(input.exact_sums());
  CHECK(input.rank_entries(1).indices == std::vector<std::uint64_t>{4, 9});
  CHECK(input.rank_entries(1).values == std::vector<double>{0, 0.5});
  CHECK(input.rank_entries(2).values == std::vector<double>{-9e29F, -0.0F});
  CHECK(RecordingInput(recording, 1000, 2).universe() == 1000);
}

TEST_CASE("too few workers to extrapolate from, or a universe below theirs, are reported") {
  const base::TemporaryFolder scratch;
  InputSpec spec;
  spec.kind = InputKind::recording;
  spec.path = (scratch.path() / "a.tkg").string();
  write_recording(spec.path, small_recording());
  CHECK(make_input(spec, 0, 0, 3, 1)->rank_entries(0).indices.size() == 2);
  const auto more = make_input(spec, 0, 0, 64, 1);
  CHECK(more->max_ranks() == 3);
  CHECK(more->fill_in()->distinct(64) >= more->fill_in()->distinct(3));
  CHECK_THROWS_WITH(make_input(spec, 9, 0, 3, 1),
                    spec.path + ", byte 8: a universe of 10; accepted: at most the given N = 9");
  Recording two = small_recording();
  two.begin.pop_back();
  two.indices.resize(4);
  two.values.resize(4);
  write_recording(spec.path, two);
  CHECK_THROWS_WITH(make_input(spec, 0, 0, 4, 1),
                    spec.path +
                        ": 2 recorded workers; accepted: at least 4, one for each rank, or 3 to "
                        "extrapolate from");
}

TEST_CASE("the fill-in of a recording is exact for all its workers and one of them") {
  const auto recording = std::make_shared<const Recording>(small_recording());
  const auto fill_in = RecordingInput(recording, 0, 2).fill_in();
  CHECK(fill_in->distinct(1) == Approx(2));
  CHECK(fill_in->distinct(2) == Approx((3 + 3 + 3) / 3.0));  // mean over the three pairs
  CHECK(fill_in->distinct(3) == Approx(4));
  CHECK(fill_in->distinct({0, 3}, {0, 4}) == Approx(2));
}

TEST_CASE("files of other formats with sparse vectors are inputs too") {
  const base::TemporaryFolder folder;
  const std::string sparse = (folder.path() / "lists.txt").string();
  std::ofstream(sparse) << "0:1 5:2\n5:3 9:4\n";
  const auto recording = shared_recording(sparse);
  CHECK(recording->workers() == 2);
  CHECK(recording->universe == 10);
  CHECK(recording->indices == std::vector<std::uint32_t>{0, 5, 5, 9});
  const std::string dense = (folder.path() / "dense.txt").string();
  std::ofstream(dense) << "0:1 1:2\n0:3 1:4\n";
  CHECK_THROWS_WITH(shared_recording(dense), Catch::Contains("sparlab convert --density 1%"));
}

}  // namespace
}  // namespace sparlab::inputs
