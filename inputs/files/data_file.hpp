#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/text/content_hash.hpp"

struct z_stream_s;  // keeps zlib.h out of this header

namespace sparlab::inputs {

/// A sequence of bytes that is read once, from front to end.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `into` from its front; returns less than its size only at the end of the data.
  virtual std::size_t read(std::span<std::byte> into) = 0;
};

/// The bytes of a buffer, which must outlive this object.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> content) : rest_(content) {}
  std::size_t read(std::span<std::byte> into) override;

 private:
  std::span<const std::byte> rest_;
};

/// The bytes of a regular file.
class FileSource final : public ByteSource {
 public:
  /// Errors  DataError: the file does not exist, is not regular, or is not readable.
  explicit FileSource(std::string path);
  std::size_t read(std::span<std::byte> into) override;
  std::uint64_t size() const { return size_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::uint64_t size_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// True if the first bytes are those of a gzip file.
bool is_gzip(std::span<const std::byte> first_bytes);

/// Deflate expands one byte to at most this many.
inline constexpr std::uint64_t kMaxGzipRatio = 1032;

/// Decompresses gzip data, also of several members, and verifies their checksums. Constant memory.
class GzipSource final : public ByteSource {
 public:
  /// `name` is the file's name, for errors; `compressed` must outlive this object.
  GzipSource(std::string name, ByteSource& compressed);

  /// Errors  DataError: damaged, truncated, or followed by other data. The place is a byte of the
  ///         decompressed data.
  std::size_t read(std::span<std::byte> into) override;

 private:
  struct End {
    void operator()(z_stream_s* stream) const;
  };
  bool refill();
  void finish_member();
  [[noreturn]] void refuse(const std::string& found) const;

  std::string name_;
  ByteSource& compressed_;
  std::vector<std::byte> input_;
  std::unique_ptr<z_stream_s, End> stream_;
  std::uint64_t produced_ = 0;
  bool at_end_ = false;
};

/// The plain bytes of a data file, read once from front to end. A file that begins with gzip's
/// magic bytes is decompressed, whatever its name.
class DataFile final : public ByteSource {
 public:
  /// Errors  DataError: the file does not exist, is not regular, or is not readable.
  explicit DataFile(const std::string& path);
  /// Reads from memory instead, which must outlive this object; `name` replaces the path in errors.
  DataFile(std::string name, std::span<const std::byte> stored);
  ~DataFile() override;

  const std::string& name() const { return name_; }
  /// An upper bound of the number of plain bytes, from the number of stored bytes.
  std::uint64_t max_bytes() const;

  /// Fills `into` from its front; returns less than its size only at the end of the data.
  /// Errors  DataError: not readable, damaged or truncated gzip data.
  std::size_t read(std::span<std::byte> into) override;

  /// SHA-256 of the stored bytes. Call it after all data was read.
  std::string content_hash();

 private:
  class Stored;
  void look_for_gzip();

  std::string name_;
  std::uint64_t stored_bytes_;
  std::unique_ptr<Stored> stored_;
  std::unique_ptr<ByteSource> decompressed_;  // null: the file is not compressed
};

}  // namespace sparlab::inputs
