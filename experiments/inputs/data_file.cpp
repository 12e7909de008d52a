#include "experiments/inputs/data_file.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "experiments/inputs/gzip_source.hpp"

namespace sparlab::experiments::inputs {

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
  Sha256 hash_;
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

}  // namespace sparlab::experiments::inputs
