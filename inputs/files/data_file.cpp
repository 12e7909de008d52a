#include "inputs/files/data_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "inputs/files/data_error.hpp"

namespace sparlab::inputs {
namespace {

constexpr const char* kAccepted = "a readable regular file";

std::uint64_t regular_file_size(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found)
    throw DataError(path, "", "no such file", kAccepted);
  if (status.type() == std::filesystem::file_type::none)
    throw DataError(path, "", error.message(), kAccepted);
  if (!std::filesystem::is_regular_file(status))
    throw DataError(path, "", "not a regular file", kAccepted);
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error) throw DataError(path, "", error.message(), kAccepted);
  return size;
}

constexpr std::size_t kInputBytes = std::size_t{1} << 16;
constexpr int kGzipOnly = MAX_WBITS + 16;  // makes zlib expect gzip's header and trailer

}  // namespace

std::size_t MemorySource::read(std::span<std::byte> into) {
  const std::size_t count = std::min(into.size(), rest_.size());
  std::copy_n(rest_.begin(), count, into.begin());
  rest_ = rest_.subspan(count);
  return count;
}

FileSource::FileSource(std::string path)
    : path_(std::move(path)),
      size_(regular_file_size(path_)),
      file_(std::fopen(path_.c_str(), "rb")) {
  if (!file_) throw DataError(path_, "", std::strerror(errno), kAccepted);
}

std::size_t FileSource::read(std::span<std::byte> into) {
  const std::size_t count = std::fread(into.data(), 1, into.size(), file_.get());
  if (count < into.size() && std::ferror(file_.get()) != 0)
    throw DataError(path_, "", std::strerror(errno), kAccepted);
  return count;
}

bool is_gzip(std::span<const std::byte> first_bytes) {
  return first_bytes.size() >= 2 && first_bytes[0] == std::byte{0x1f} &&
         first_bytes[1] == std::byte{0x8b};
}

void GzipSource::End::operator()(z_stream_s* stream) const {
  inflateEnd(stream);
  delete stream;
}

GzipSource::GzipSource(std::string name, ByteSource& compressed)
    : name_(std::move(name)), compressed_(compressed), input_(kInputBytes) {
  auto stream = std::make_unique<z_stream>();
  if (inflateInit2(stream.get(), kGzipOnly) != Z_OK) throw std::bad_alloc();
  stream_.reset(stream.release());
}

void GzipSource::refuse(const std::string& found) const {
  throw DataError(name_, at_byte(produced_), found, "gzip data that is whole and undamaged");
}

bool GzipSource::refill() {
  if (stream_->avail_in > 0) return true;
  const std::size_t count = compressed_.read(input_);
  stream_->next_in = reinterpret_cast<Bytef*>(input_.data());
  stream_->avail_in = static_cast<uInt>(count);
  return count > 0;
}

void GzipSource::finish_member() {
  if (!refill())
    at_end_ = true;
  else if (inflateReset(stream_.get()) != Z_OK)
    refuse("a member that cannot be started");
}

std::size_t GzipSource::read(std::span<std::byte> into) {
  std::size_t done = 0;
  while (done < into.size() && !at_end_) {
    if (!refill()) refuse("the end of the file within the compressed data");
    const std::size_t room =
        std::min<std::size_t>(into.size() - done, std::numeric_limits<uInt>::max());
    stream_->next_out = reinterpret_cast<Bytef*>(into.data() + done);
    stream_->avail_out = static_cast<uInt>(room);
    const int status = inflate(stream_.get(), Z_NO_FLUSH);
    const std::size_t count = room - stream_->avail_out;
    done += count;
    produced_ += count;
    if (status == Z_STREAM_END)
      finish_member();
    else if (status == Z_MEM_ERROR)
      throw std::bad_alloc();
    else if (status != Z_OK && status != Z_BUF_ERROR)
      refuse(stream_->msg != nullptr ? stream_->msg : "no gzip data");
  }
  return done;
}

/// Hashes the bytes as they are read, and allows a look at the first ones before.
class DataFile::Stored final : public ByteSource {
 public:
  explicit Stored(std::unique_ptr<ByteSource> source)
      : source_(std::move(source)), first_size_(source_->read(first_)) {
    hash_.update(first());
  }

  std::span<const std::byte> first() const { return std::span(first_).first(first_size_); }

  std::size_t read(std::span<std::byte> into) override {
    const std::size_t given = std::min(into.size(), first_size_ - first_given_);
    std::copy_n(first_.begin() + static_cast<std::ptrdiff_t>(first_given_), given, into.begin());
    first_given_ += given;
    const std::span<std::byte> rest = into.subspan(given);
    const std::size_t count = source_->read(rest);
    hash_.update(rest.first(count));
    return given + count;
  }

  std::string content_hash() { return hash_.finish(); }

 private:
  std::unique_ptr<ByteSource> source_;
  base::Sha256 hash_;
  std::array<std::byte, 2> first_{};
  std::size_t first_size_;
  std::size_t first_given_ = 0;
};

DataFile::DataFile(const std::string& path) : name_(path) {
  auto file = std::make_unique<FileSource>(path);
  stored_bytes_ = file->size();
  stored_ = std::make_unique<Stored>(std::move(file));
  look_for_gzip();
}

DataFile::DataFile(std::string name, std::span<const std::byte> stored)
    : name_(std::move(name)),
      stored_bytes_(stored.size()),
      stored_(std::make_unique<Stored>(std::make_unique<MemorySource>(stored))) {
  look_for_gzip();
}

DataFile::~DataFile() = default;

void DataFile::look_for_gzip() {
  if (is_gzip(stored_->first())) decompressed_ = std::make_unique<GzipSource>(name_, *stored_);
}

std::uint64_t DataFile::max_bytes() const {
  if (!decompressed_) return stored_bytes_;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return stored_bytes_ > most / kMaxGzipRatio ? most : stored_bytes_ * kMaxGzipRatio;
}

std::size_t DataFile::read(std::span<std::byte> into) {
  return decompressed_ ? decompressed_->read(into) : stored_->read(into);
}

std::string DataFile::content_hash() { return stored_->content_hash(); }

}  // namespace sparlab::inputs
