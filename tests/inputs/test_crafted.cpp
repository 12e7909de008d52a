#include <set>
#include <string>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "inputs/files/random.hpp"
#include "inputs/sources/recording.hpp"
#include "tests/catch.hpp"
#include "tests/fuzz/parsers.hpp"
#include "tests/inputs/bytes.hpp"
#include "tests/inputs/numpy_bytes.hpp"

/// Runs the fuzz targets on built-in inputs. A crash or a violated contract ends the program.
namespace sparlab::inputs {
namespace {

using Bytes = std::vector<std::byte>;
using Parser = bool (*)(std::span<const std::byte>);

Bytes copy_of(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

struct Outcomes {
  std::size_t accepted = 0;
  std::size_t refused = 0;
};

/// `good` truncated, with flipped bits, replaced bytes and repeated pieces.
Outcomes parse_mutants(Parser parse, const Bytes& good, std::uint64_t count) {
  Outcomes outcomes;
  Random random(1, Purpose::indices, good.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    Bytes bytes = good;
    for (std::uint64_t edits = 1 + random.below(3); edits > 0 && !bytes.empty(); --edits) {
      const auto at = static_cast<std::size_t>(random.below(bytes.size()));
      switch (random.below(4)) {
        case 0:
          bytes[at] ^= static_cast<std::byte>(1U << random.below(8));
          break;
        case 1:
          bytes[at] = static_cast<std::byte>(random.below(256));
          break;
        case 2:
          bytes.resize(at);
          break;
        default: {
          const Bytes piece(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end());
          bytes.insert(bytes.end(), piece.begin(), piece.end());
        }
      }
    }
    ++(parse(bytes) ? outcomes.accepted : outcomes.refused);
  }
  return outcomes;
}

const std::string kSvmlight =
    "# head\n+1 qid:1 1:0.5 3:-2e-1 9007199254740992:1\n-1 2:7\r\n\n3 1:1 # note\n";

Bytes recording_bytes() {
  Recording recording;
  recording.universe = 100;
  recording.begin = {0, 4, 8, 12};
  recording.indices = {1, 2, 50, 99, 0, 2, 50, 98, 7, 8, 9, 10};
  recording.values.assign(12, 0.25F);
  return encode_recording(recording);
}

/// A bundle: a dense stream, and a sparse one in every format.
Bytes stream_bytes() {
  using Stream = algos::SparseStream<float, std::uint32_t>;
  Stream dense = Stream::uninitialised_dense({10, 15});
  for (float& value : dense.mutable_values()) value = 1;
  const std::vector<std::uint32_t> indices{20, 21, 29};
  const std::vector<float> values{1, 2, 3};
  const Stream sparse({20, 30}, indices, values);
  Bytes bytes = copy_of(dense.encode().bytes());
  for (const auto format :
       {algos::Format::coo, algos::Format::bitmap, algos::Format::delta, algos::Format::runs}) {
    Bytes encoded(sparse.encoded_bytes(format));
    sparse.encode_to(format, encoded.data());
    bytes.insert(bytes.end(), encoded.begin(), encoded.end());
  }
  return bytes;
}

/// The ends of the streams in that bundle.
const std::set<std::size_t> kStreamEnds = {52, 108, 160, 220, 280};

TEST_CASE("crafted svmlight text never crashes") {
  const Bytes good = copy_of(bytes_of(kSvmlight));
  REQUIRE(fuzz::parse_svmlight(good));
  const Outcomes outcomes = parse_mutants(fuzz::parse_svmlight, good, 20'000);
  CHECK(outcomes.accepted > 100);
  CHECK(outcomes.refused > 100);
}

TEST_CASE("crafted gzip data never crash") {
  const Bytes good = gzip(bytes_of(kSvmlight));
  REQUIRE(fuzz::parse_svmlight(good));
  CHECK(parse_mutants(fuzz::parse_svmlight, good, 5'000).refused > 100);
  const Bytes recording = gzip(recording_bytes());
  REQUIRE(fuzz::parse_recording(recording));
  CHECK(parse_mutants(fuzz::parse_recording, recording, 5'000).refused > 100);
}

TEST_CASE("crafted index lists never crash") {
  const Bytes good = copy_of(bytes_of("# head\n7 2, 5\r\n\n-\n\t0 9 # note\n3"));
  REQUIRE(fuzz::parse_index_lists(good));
  const Outcomes outcomes = parse_mutants(fuzz::parse_index_lists, good, 5'000);
  CHECK(outcomes.accepted > 100);
  CHECK(outcomes.refused > 100);
}

TEST_CASE("crafted NumPy arrays never crash") {
  const std::string array = npy_of({0, 1.5F, 0, 0, 0, -2}, "(2, 3)");
  const Bytes good = copy_of(bytes_of(array));
  REQUIRE(fuzz::parse_npy(good));
  const Outcomes outcomes = parse_mutants(fuzz::parse_npy, good, 20'000);
  CHECK(outcomes.accepted > 100);
  CHECK(outcomes.refused > 100);
  for (const bool compressed : {false, true}) {
    const Bytes archive = copy_of(bytes_of(zip({{"a.npy", npy_of(std::vector<std::int64_t>{1, 5})},
                                                {"b.npy", npy_of(std::vector<std::int64_t>{2})}},
                                               compressed)));
    REQUIRE(fuzz::parse_npz(archive));
    CHECK(parse_mutants(fuzz::parse_npz, archive, 10'000).refused > 100);
  }
}

TEST_CASE("crafted recordings of different sizes never crash") {
  Recording recording;
  recording.universe = 100;
  recording.begin = {0, 3, 3, 8};
  recording.indices = {1, 2, 50, 0, 2, 50, 98, 99};
  recording.values.assign(8, 0.25F);
  const Bytes good = encode_recording(recording);
  REQUIRE(fuzz::parse_recording(good));
  const Outcomes outcomes = parse_mutants(fuzz::parse_recording, good, 10'000);
  CHECK(outcomes.accepted > 100);
  CHECK(outcomes.refused > 100);
}

TEST_CASE("crafted recordings never crash") {
  REQUIRE(fuzz::parse_recording(recording_bytes()));
  const Outcomes outcomes = parse_mutants(fuzz::parse_recording, recording_bytes(), 20'000);
  CHECK(outcomes.accepted > 100);
  CHECK(outcomes.refused > 100);
}

TEST_CASE("crafted messages never crash the decoding of streams") {
  REQUIRE(fuzz::parse_streams(stream_bytes()));
  const Outcomes outcomes = parse_mutants(fuzz::parse_streams, stream_bytes(), 20'000);
  CHECK(outcomes.accepted > 100);
  CHECK(outcomes.refused > 100);
}

TEST_CASE("messages cut within a stream are refused") {
  const Bytes good = stream_bytes();
  REQUIRE(kStreamEnds.contains(good.size()));
  for (std::size_t size = 1; size <= good.size(); ++size) {
    CAPTURE(size);
    REQUIRE(fuzz::parse_streams(std::span(good).first(size)) == kStreamEnds.contains(size));
  }
}

}  // namespace
}  // namespace sparlab::inputs
