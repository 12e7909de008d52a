#include <set>
#include <string>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "inputs/files/random.hpp"
#include "inputs/formats/recording.hpp"
#include "tests/catch.hpp"
#include "tests/fuzz/parsers.hpp"
#include "tests/inputs/bytes.hpp"
#include "tests/inputs/numpy_bytes.hpp"
#include "tests/sanitized.hpp"

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

/// A bundle: a dense stream, a sparse one in every format, and a dense one with coded values.
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
  Stream ones = Stream::uninitialised_dense({40, 56});
  for (float& value : ones.mutable_values()) value = 1;
  Bytes coded(ones.encoded_bytes(algos::Format::dense, algos::ValueCode::exponents));
  ones.encode_to(algos::Format::dense, coded.data(), algos::ValueCode::exponents);
  bytes.insert(bytes.end(), coded.begin(), coded.end());
  return bytes;
}

/// The ends of the streams in that bundle.
const std::set<std::size_t> kStreamEnds = {52, 108, 160, 220, 280, 362};

Bytes uneven_recording_bytes() {
  Recording recording;
  recording.universe = 100;
  recording.begin = {0, 3, 3, 8};
  recording.indices = {1, 2, 50, 0, 2, 50, 98, 99};
  recording.values.assign(8, 0.25F);
  return encode_recording(recording);
}

Bytes archive_bytes(bool compressed) {
  return copy_of(bytes_of(zip({{"a.npy", npy_of(std::vector<std::int64_t>{1, 5})},
                               {"b.npy", npy_of(std::vector<std::int64_t>{2})}},
                              compressed)));
}

TEST_CASE("crafted input of every format never crashes") {
  struct Format {
    std::string name;
    Parser parse;
    Bytes good;
    std::uint64_t mutants;
    bool has_checksum = false;  ///< so that hardly any mutant is accepted
  };
  const std::string array = npy_of({0, 1.5F, 0, 0, 0, -2}, "(2, 3)");
  const std::vector<Format> formats = {
      {"svmlight", fuzz::parse_svmlight, copy_of(bytes_of(kSvmlight)), 20'000},
      {"svmlight in gzip", fuzz::parse_svmlight, gzip(bytes_of(kSvmlight)), 5'000, true},
      {"index lists", fuzz::parse_index_lists,
       copy_of(bytes_of("# head\n7 2, 5\r\n\n-\n\t0 9 # note\n3")), 5'000},
      {"npy", fuzz::parse_npy, copy_of(bytes_of(array)), 20'000},
      {"npz", fuzz::parse_npz, archive_bytes(false), 10'000, true},
      {"compressed npz", fuzz::parse_npz, archive_bytes(true), 10'000, true},
      {"recording", fuzz::parse_recording, recording_bytes(), 20'000},
      {"uneven recording", fuzz::parse_recording, uneven_recording_bytes(), 10'000},
      {"recording in gzip", fuzz::parse_recording, gzip(recording_bytes()), 5'000, true},
      {"streams", fuzz::parse_streams, stream_bytes(), 20'000}};
  for (const Format& format : formats) {
    CAPTURE(format.name);
    REQUIRE(format.parse(format.good));
    const std::uint64_t mutants = tests::kSanitized ? format.mutants / 5 : format.mutants;
    const Outcomes outcomes = parse_mutants(format.parse, format.good, mutants);
    CHECK(outcomes.refused > 100);
    CHECK((format.has_checksum || outcomes.accepted > 100));
  }
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
