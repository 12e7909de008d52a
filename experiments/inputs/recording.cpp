#include "experiments/inputs/recording.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "experiments/inputs/data_error.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/expected_recorded_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"

namespace sparlab::experiments::inputs {
namespace {

constexpr std::array<std::byte, 4> kMagic{std::byte{'T'}, std::byte{'K'}, std::byte{'G'},
                                          std::byte{'1'}};
constexpr std::uint64_t kHeaderBytes = 16;
constexpr std::uint64_t kWordBytes = 4;
constexpr std::size_t kChunkWords = std::size_t{1} << 14;

std::uint32_t decode_word(const std::byte* bytes) {
  std::uint32_t word = 0;
  for (int i = 3; i >= 0; --i) word = word << 8 | std::to_integer<std::uint32_t>(bytes[i]);
  return word;
}

void encode_word(std::uint32_t word, std::vector<std::byte>& bytes) {
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>(word >> (8 * i)));
}

class RecordingParser {
 public:
  explicit RecordingParser(DataFile& file) : file_(file), chunk_(kChunkWords * kWordBytes) {}

  Recording parse() {
    parse_header();
    for (std::uint64_t worker = 0; worker < recording_.workers; ++worker) {
      parse_indices();
      parse_values();
    }
    std::byte behind;
    if (file_.read({&behind, 1}) > 0) refuse(offset_, "trailing data", total_text());
    recording_.name = file_.name();
    recording_.content_hash = file_.content_hash();
    return std::move(recording_);
  }

 private:
  [[noreturn]] void refuse(std::uint64_t at, std::string found, std::string accepted) const {
    throw DataError(file_.name(), at_byte(at), std::move(found), std::move(accepted));
  }

  std::uint64_t total_bytes() const {
    return kHeaderBytes + recording_.workers * recording_.nnz * 2 * kWordBytes;
  }
  std::string total_text() const {
    return fmt::format("{} bytes: {} and {} (index, value) pairs for each of {} workers",
                       total_bytes(), kHeaderBytes, recording_.nnz, recording_.workers);
  }

  void read_exactly(std::span<std::byte> into, const std::string& accepted) {
    const std::size_t count = file_.read(into);
    if (count < into.size()) refuse(offset_ + count, "the end of the data", accepted);
    offset_ += count;
  }

  void parse_header() {
    std::array<std::byte, kHeaderBytes> header;
    const std::size_t count = file_.read(header);
    if (count < kMagic.size() || !std::equal(kMagic.begin(), kMagic.end(), header.begin())) {
      const auto* text = reinterpret_cast<const char*>(header.data());
      refuse(0, "magic " + quoted({text, std::min(count, kMagic.size())}), "\"TKG1\"");
    }
    if (count < kHeaderBytes) refuse(count, "the end of the data", "a header of 16 bytes");
    offset_ = kHeaderBytes;
    recording_.workers = decode_word(header.data() + 4);
    recording_.universe = decode_word(header.data() + 8);
    recording_.nnz = decode_word(header.data() + 12);
    check_sizes();
  }

  void check_sizes() const {
    const auto [workers, universe, nnz] =
        std::array{recording_.workers, recording_.universe, recording_.nnz};
    constexpr std::uint64_t kMostWorkers = model::RecordedSupports::kMostRanks;
    if (workers < 1 || workers > kMostWorkers) {
      refuse(4, fmt::format("{} workers", workers), fmt::format("1 to {}", kMostWorkers));
    }
    if (universe < 1) refuse(8, "a universe of 0 indices", "at least 1");
    if (nnz > universe) {
      refuse(12, fmt::format("{} entries a worker", nnz),
             fmt::format("at most the universe's {}", universe));
    }
    const std::uint64_t most = std::min(file_.max_bytes(), kMaxRecordingBytes);
    if (total_bytes() > most) {
      refuse(12, fmt::format("a header that promises {} bytes", total_bytes()),
             fmt::format("at most {}, which this file can hold", most));
    }
  }

  /// Calls `take` for each of the next k words, reading chunk by chunk.
  template <class Take>
  void for_each_word(Take take) {
    for (std::uint64_t left = recording_.nnz; left > 0;) {
      const std::size_t words =
          static_cast<std::size_t>(std::min<std::uint64_t>(left, kChunkWords));
      read_exactly(std::span(chunk_).first(words * kWordBytes), total_text());
      for (std::size_t i = 0; i < words; ++i) take(decode_word(chunk_.data() + i * kWordBytes));
      left -= words;
    }
  }

  void parse_indices() {
    std::uint64_t lowest = 0;
    std::uint64_t at = offset_;
    for_each_word([&](std::uint32_t index) {
      if (index < lowest || index >= recording_.universe) {
        refuse(at, fmt::format("index {}", index),
               fmt::format("indices that increase strictly, here {} to {}", lowest,
                           recording_.universe - 1));
      }
      recording_.indices.push_back(index);
      lowest = std::uint64_t{index} + 1;
      at += kWordBytes;
    });
  }

  void parse_values() {
    std::uint64_t at = offset_;
    for_each_word([&](std::uint32_t word) {
      const auto value = std::bit_cast<float>(word);
      if (!is_accepted_value(value)) refuse(at, fmt::format("value {}", value), kAcceptedValues);
      recording_.values.push_back(value);
      at += kWordBytes;
    });
  }

  DataFile& file_;
  std::vector<std::byte> chunk_;
  std::uint64_t offset_ = 0;
  Recording recording_;
};

[[noreturn]] void refuse(const std::string& path) {
  throw DataError(path, "", errno != 0 ? std::strerror(errno) : "not written",
                  "a path that can be written");
}

}  // namespace

Recording read_recording(DataFile& file) { return RecordingParser(file).parse(); }

std::vector<std::byte> encode_recording(const Recording& recording) {
  SPARLAB_EXPECTS(recording.indices.size() == recording.workers * recording.nnz);
  SPARLAB_EXPECTS(recording.values.size() == recording.indices.size());
  std::vector<std::byte> bytes(kMagic.begin(), kMagic.end());
  for (const std::uint64_t size : {recording.workers, recording.universe, recording.nnz}) {
    SPARLAB_EXPECTS(size >> 32 == 0);
    encode_word(static_cast<std::uint32_t>(size), bytes);
  }
  for (std::uint64_t worker = 0; worker < recording.workers; ++worker) {
    for (const std::uint32_t index : recording.indices_of(worker)) encode_word(index, bytes);
    for (const float value : recording.values_of(worker)) {
      encode_word(std::bit_cast<std::uint32_t>(value), bytes);
    }
  }
  return bytes;
}

void write_recording(const std::string& path, const Recording& recording) {
  const std::vector<std::byte> bytes = encode_recording(recording);
  errno = 0;
  // In mode "T" zlib writes its input without compression.
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file(
      gzopen(path.c_str(), path.ends_with(".gz") ? "wb" : "wbT"), gzclose);
  if (!file) refuse(path);
  constexpr std::size_t piece = std::size_t{1} << 30;
  for (std::size_t done = 0; done < bytes.size();) {
    const std::size_t count = std::min(piece, bytes.size() - done);
    if (gzwrite(file.get(), bytes.data() + done, static_cast<unsigned>(count)) <= 0) refuse(path);
    done += count;
  }
  if (gzclose(file.release()) != Z_OK) refuse(path);
}

RecordingInput::RecordingInput(std::shared_ptr<const Recording> recording, std::uint64_t universe,
                               std::uint64_t ranks)
    : recording_(std::move(recording)), universe_(universe == 0 ? recording_->universe : universe) {
  SPARLAB_EXPECTS(ranks >= 1);
  if (ranks > recording_->workers) {
    throw DataError(recording_->name, "", fmt::format("{} recorded workers", recording_->workers),
                    fmt::format("at least {}, one for each rank", ranks));
  }
  if (universe_ < recording_->universe) {
    throw DataError(recording_->name, at_byte(8),
                    fmt::format("a universe of {}", recording_->universe),
                    fmt::format("at most the given N = {}", universe_));
  }
}

Entries RecordingInput::rank_entries(std::uint64_t rank) const {
  SPARLAB_EXPECTS(rank < recording_->workers);
  const auto indices = recording_->indices_of(rank);
  const auto values = recording_->values_of(rank);
  return {{indices.begin(), indices.end()}, {values.begin(), values.end()}};
}

std::shared_ptr<const model::FillIn> RecordingInput::fill_in() const {
  std::call_once(counted_, [this] {
    std::vector<std::span<const std::uint32_t>> supports;
    for (std::uint64_t worker = 0; worker < recording_->workers; ++worker) {
      supports.push_back(recording_->indices_of(worker));
    }
    fill_in_ = std::make_shared<model::ExpectedRecordedFillIn>(
        model::RecordedSupports(universe_, supports));
  });
  return fill_in_;
}

}  // namespace sparlab::experiments::inputs
