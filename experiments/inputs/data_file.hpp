#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "experiments/inputs/byte_source.hpp"
#include "experiments/inputs/sha256.hpp"

namespace sparlab::experiments::inputs {

/// The plain bytes of a data file, read once from front to end. A file that begins with gzip's
/// magic bytes is decompressed, whatever its name.
class DataFile {
 public:
  /// Errors  DataError: no such file, not a regular one, not readable.
  explicit DataFile(const std::string& path);
  /// The same from memory, which must outlive it; `name` stands for the path in errors.
  DataFile(std::string name, std::span<const std::byte> stored);
  ~DataFile();

  const std::string& name() const { return name_; }
  /// No more plain bytes than this can follow from the stored ones.
  std::uint64_t max_bytes() const;

  /// Fills `into` from its front; returns less than its size only at the end of the data.
  /// Errors  DataError: not readable, damaged or truncated gzip data.
  std::size_t read(std::span<std::byte> into);

  /// SHA-256 of the stored bytes, after the end of the data was read.
  std::string content_hash();

 private:
  class Stored;
  void look_for_gzip();

  std::string name_;
  std::uint64_t stored_bytes_;
  std::unique_ptr<Stored> stored_;
  std::unique_ptr<ByteSource> decompressed_;  // null: stored as they are
};

}  // namespace sparlab::experiments::inputs
