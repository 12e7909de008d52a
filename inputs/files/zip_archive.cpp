#include "inputs/files/zip_archive.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "inputs/files/data_error.hpp"

namespace sparlab::inputs {
namespace {

constexpr std::uint64_t kEndSignature = 0x06054b50;
constexpr std::uint64_t kDirectorySignature = 0x02014b50;
constexpr std::uint64_t kFileSignature = 0x04034b50;
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kDirectoryBytes = 46;
constexpr std::uint64_t kFileBytes = 30;
constexpr std::uint64_t kMostComment = 65'535;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;

/// The content of one file of an archive, checked against its size and CRC.
class FileOfZip final : public ByteSource {
 public:
  FileOfZip(std::string name, const ZipArchive::File& file, std::span<const std::byte> stored)
      : name_(std::move(name)), file_(file), stored_(stored) {
    if (file_.method == kStored) return;
    auto stream = std::make_unique<z_stream>();
    if (inflateInit2(stream.get(), -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    stream_.reset(stream.release());
    stream_->next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(stored_.data()));
    stream_->avail_in = static_cast<uInt>(stored_.size());
  }

  std::size_t read(std::span<std::byte> into) override {
    const std::span<std::byte> wanted =
        into.first(static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), left())));
    if (file_.method == kStored) {
      std::copy_n(stored_.begin() + static_cast<std::ptrdiff_t>(produced_), wanted.size(),
                  wanted.begin());
    } else {
      inflate_exactly(wanted);
    }
    update_crc(wanted);
    produced_ += wanted.size();
    if (left() == 0) check_end();
    return wanted.size();
  }

 private:
  struct End {
    void operator()(z_stream* stream) const {
      inflateEnd(stream);
      delete stream;
    }
  };

  std::uint64_t left() const { return file_.bytes - produced_; }

  [[noreturn]] void refuse(const std::string& found) const {
    throw DataError(name_, at_byte(produced_), found, "data that are whole and undamaged");
  }

  void inflate_exactly(std::span<std::byte> into) {
    for (std::size_t done = 0; done < into.size();) {
      const auto room = static_cast<uInt>(
          std::min<std::size_t>(into.size() - done, std::numeric_limits<uInt>::max()));
      stream_->next_out = reinterpret_cast<Bytef*>(into.data() + done);
      stream_->avail_out = room;
      const int status = inflate(stream_.get(), Z_NO_FLUSH);
      const uInt count = room - stream_->avail_out;
      done += count;
      if (status == Z_MEM_ERROR) throw std::bad_alloc();
      if ((status != Z_OK && status != Z_STREAM_END) || (count == 0 && done < into.size()) ||
          (status == Z_STREAM_END && done < into.size()))
        refuse("deflated data that are damaged or too short");
    }
  }

  void update_crc(std::span<const std::byte> bytes) {
    crc_ = crc32_z(crc_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  }

  void check_end() {
    if (crc_ != file_.crc) refuse("data with another CRC than the archive states");
    if (!stream_) return;
    // A stream that is not at its end would expand to more than the directory states.
    std::byte more{};
    stream_->next_out = reinterpret_cast<Bytef*>(&more);
    stream_->avail_out = 1;
    if (inflate(stream_.get(), Z_NO_FLUSH) != Z_STREAM_END || stream_->avail_out == 0)
      refuse("deflated data that are longer than the archive states");
    stream_.reset();
  }

  std::string name_;
  ZipArchive::File file_;
  std::span<const std::byte> stored_;
  std::unique_ptr<z_stream, End> stream_;
  std::uint64_t produced_ = 0;
  uLong crc_ = 0;
};

}  // namespace

ZipArchive::ZipArchive(std::string name, std::span<const std::byte> content)
    : name_(std::move(name)), content_(content) {
  const std::uint64_t end = directory_end();
  const std::uint64_t count = number(end + 10, 2);
  std::uint64_t at = number(end + 16, 4);
  if (at == std::numeric_limits<std::uint32_t>::max() || count == 0xffff)
    refuse(end, "a zip64 archive", "an archive below 4 GB with fewer than 65,535 files");
  if (count > kMostFiles)
    refuse(end, fmt::format("{} files", count), fmt::format("at most {}", kMostFiles));
  std::uint64_t all_stored = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (number(at, 4) != kDirectorySignature) refuse(at, "no directory entry", "one for each file");
    File file;
    file.method = static_cast<std::uint16_t>(number(at + 10, 2));
    file.crc = static_cast<std::uint32_t>(number(at + 16, 4));
    file.stored_bytes = number(at + 20, 4);
    file.bytes = number(at + 24, 4);
    const std::uint64_t name_bytes = number(at + 28, 2);
    const std::uint64_t header = number(at + 42, 4);
    if ((number(at + 8, 2) & 1U) != 0) refuse(at, "an encrypted file", "one that is not encrypted");
    if (file.method != kStored && file.method != kDeflated)
      refuse(at, fmt::format("compression method {}", file.method), "stored (0) or deflated (8)");
    all_stored += file.stored_bytes;
    const bool fits = file.method == kStored ? file.bytes == file.stored_bytes
                                             : file.bytes <= file.stored_bytes * kMaxGzipRatio;
    if (!fits || all_stored > content_.size())
      refuse(at, fmt::format("a file of {} bytes, stored as {}", file.bytes, file.stored_bytes),
             "sizes that the archive can hold");
    number(at + kDirectoryBytes + name_bytes, 0);
    file.name.assign(reinterpret_cast<const char*>(content_.data()) + at + kDirectoryBytes,
                     static_cast<std::size_t>(name_bytes));
    file.offset = data_offset(header);
    number(file.offset + file.stored_bytes, 0);
    at += kDirectoryBytes + name_bytes + number(at + 30, 2) + number(at + 32, 2);
    files_.push_back(std::move(file));
  }
}

std::unique_ptr<ByteSource> ZipArchive::open(const File& file) const {
  return std::make_unique<FileOfZip>(name_ + ", " + inputs::quoted(file.name), file,
                                     content_.subspan(static_cast<std::size_t>(file.offset),
                                                      static_cast<std::size_t>(file.stored_bytes)));
}

void ZipArchive::refuse(std::uint64_t at, std::string found, std::string accepted) const {
  throw DataError(name_, at_byte(at), std::move(found), std::move(accepted));
}

/// A little-endian number; of no bytes, only checks that the archive reaches so far.
std::uint64_t ZipArchive::number(std::uint64_t at, std::size_t bytes) const {
  if (at > content_.size() || content_.size() - at < bytes)
    refuse(content_.size(), "the end of the archive", fmt::format("data to byte {}", at + bytes));
  std::uint64_t word = 0;
  for (std::size_t i = bytes; i > 0; --i)
    word =
        word << 8 | std::to_integer<std::uint64_t>(content_[static_cast<std::size_t>(at) + i - 1]);
  return word;
}

/// The place of the record that ends the archive; a comment may follow it.
std::uint64_t ZipArchive::directory_end() const {
  const std::uint64_t size = content_.size();
  for (std::uint64_t back = kEndBytes; back <= size && back <= kEndBytes + kMostComment; ++back) {
    const std::uint64_t at = size - back;
    if (number(at, 4) == kEndSignature && number(at + 20, 2) == back - kEndBytes) return at;
  }
  refuse(size, "no directory at its end", "a zip archive that is whole");
}

std::uint64_t ZipArchive::data_offset(std::uint64_t header) const {
  if (number(header, 4) != kFileSignature) refuse(header, "no file header", "one for each file");
  return header + kFileBytes + number(header + 26, 2) + number(header + 28, 2);
}

}  // namespace sparlab::inputs
