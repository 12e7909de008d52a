#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

namespace sparlab::experiments::inputs {

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

}  // namespace sparlab::experiments::inputs
