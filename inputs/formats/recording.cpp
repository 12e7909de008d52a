#include "inputs/formats/recording.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "inputs/files/data_error.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/recorded_fill_in.hpp"

namespace sparlab::inputs {
namespace {

constexpr std::string_view kEqualMagic = "TKG1";
constexpr std::string_view kAnyMagic = "TKG2";
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
    for (const std::uint64_t entries : nnz_) {
      parse_indices(entries);
      parse_values(entries);
      recording_.begin.push_back(recording_.indices.size());
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

  std::string total_text() const {
    return fmt::format("{} bytes: {} and {} (index, value) pairs of {} workers", total_bytes_,
                       header_bytes_, (total_bytes_ - header_bytes_) / (2 * kWordBytes), workers_);
  }

  void read_exactly(std::span<std::byte> into, const std::string& accepted) {
    const std::size_t count = file_.read(into);
    if (count < into.size()) refuse(offset_ + count, "the end of the data", accepted);
    offset_ += count;
  }

  void parse_header() {
    std::array<std::byte, 4> magic;
    const std::size_t count = file_.read(magic);
    const std::string_view found(reinterpret_cast<const char*>(magic.data()), count);
    if (found != kEqualMagic && found != kAnyMagic)
      refuse(0, "magic " + inputs::quoted(found),
             "\"TKG1\" or \"TKG2\"; sparlab convert makes such files");
    offset_ = kWordBytes;
    const bool equal = found == kEqualMagic;
    header_text_ = equal ? "a header of 16 bytes" : "a header of 12 bytes and 4 for each worker";
    workers_ = header_word();
    recording_.universe = header_word();
    constexpr std::uint64_t kMostWorkers = model::RecordedSupports::kMostRanks;
    const std::uint64_t nnz = equal ? header_word() : 0;
    if (workers_ < 1 || workers_ > kMostWorkers)
      refuse(4, fmt::format("{} workers", workers_), fmt::format("1 to {}", kMostWorkers));
    if (recording_.universe < 1) refuse(8, "a universe of 0 indices", "at least 1");
    total_bytes_ = offset_ + (equal ? 0 : workers_ * kWordBytes);
    header_bytes_ = total_bytes_;
    for (std::uint64_t worker = 0; worker < workers_; ++worker)
      add_worker(equal ? nnz : header_word());
    const std::uint64_t most = std::min(file_.max_bytes(), kMaxRecordingBytes);
    if (total_bytes_ > most)
      refuse(offset_ - kWordBytes, fmt::format("a header that promises {} bytes", total_bytes_),
             fmt::format("at most {}, which this file can hold", most));
  }

  std::uint32_t header_word() {
    std::array<std::byte, kWordBytes> word;
    read_exactly(word, header_text_);
    return decode_word(word.data());
  }

  void add_worker(std::uint64_t nnz) {
    if (nnz > recording_.universe)
      refuse(offset_ - kWordBytes, fmt::format("{} entries a worker", nnz),
             fmt::format("at most the universe's {}", recording_.universe));
    total_bytes_ += nnz * 2 * kWordBytes;
    nnz_.push_back(nnz);
  }

  /// Calls `take` for each of the next words, reading chunk by chunk.
  template <class Take>
  void for_each_word(std::uint64_t words_left, Take take) {
    for (std::uint64_t left = words_left; left > 0;) {
      const std::size_t words =
          static_cast<std::size_t>(std::min<std::uint64_t>(left, kChunkWords));
      read_exactly(std::span(chunk_).first(words * kWordBytes), total_text());
      for (std::size_t i = 0; i < words; ++i) take(decode_word(chunk_.data() + i * kWordBytes));
      left -= words;
    }
  }

  void parse_indices(std::uint64_t count) {
    std::uint64_t lowest = 0;
    std::uint64_t at = offset_;
    for_each_word(count, [&](std::uint32_t index) {
      if (index < lowest || index >= recording_.universe)
        refuse(at, fmt::format("index {}", index),
               fmt::format("indices that increase strictly, here {} to {}", lowest,
                           recording_.universe - 1));
      recording_.indices.push_back(index);
      lowest = std::uint64_t{index} + 1;
      at += kWordBytes;
    });
  }

  void parse_values(std::uint64_t count) {
    std::uint64_t at = offset_;
    for_each_word(count, [&](std::uint32_t word) {
      const auto value = std::bit_cast<float>(word);
      if (!is_accepted_value(value)) refuse(at, fmt::format("value {}", value), kAcceptedValues);
      recording_.values.push_back(value);
      at += kWordBytes;
    });
  }

  DataFile& file_;
  std::vector<std::byte> chunk_;
  std::uint64_t offset_ = 0;
  std::string header_text_;
  std::uint64_t workers_ = 0;
  std::uint64_t header_bytes_ = 0;
  std::uint64_t total_bytes_ = 0;   ///< as the header promises
  std::vector<std::uint64_t> nnz_;  ///< of each worker
  Recording recording_;
};

[[noreturn]] void refuse(const std::string& path) {
  throw DataError(path, "", errno != 0 ? std::strerror(errno) : "not written",
                  "a path that can be written");
}

}  // namespace

Recording read_recording(DataFile& file) { return RecordingParser(file).parse(); }

std::vector<std::byte> encode_recording(const Recording& recording) {
  const std::uint64_t workers = recording.workers();
  SPARLAB_EXPECTS(workers >= 1 && recording.begin.back() == recording.indices.size());
  SPARLAB_EXPECTS(recording.values.size() == recording.indices.size());
  bool equal = true;
  for (std::uint64_t worker = 1; worker < workers; ++worker)
    equal = equal && recording.nnz_of(worker) == recording.nnz_of(0);
  std::vector<std::byte> bytes;
  for (const char letter : equal ? kEqualMagic : kAnyMagic)
    bytes.push_back(static_cast<std::byte>(letter));
  std::vector<std::uint64_t> sizes{workers, recording.universe};
  for (std::uint64_t worker = 0; worker < (equal ? 1 : workers); ++worker)
    sizes.push_back(recording.nnz_of(worker));
  for (const std::uint64_t size : sizes) {
    SPARLAB_EXPECTS(size >> 32 == 0);
    encode_word(static_cast<std::uint32_t>(size), bytes);
  }
  for (std::uint64_t worker = 0; worker < workers; ++worker) {
    for (const std::uint32_t index : recording.indices_of(worker)) encode_word(index, bytes);
    for (const float value : recording.values_of(worker))
      encode_word(std::bit_cast<std::uint32_t>(value), bytes);
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

}  // namespace sparlab::inputs
