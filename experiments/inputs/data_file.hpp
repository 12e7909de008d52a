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
  /// Errors  DataError: the file does not exist, is not regular, or is not readable.
  explicit DataFile(const std::string& path);
  /// Reads from memory instead, which must outlive this object; `name` replaces the path in errors.
  DataFile(std::string name, std::span<const std::byte> stored);
  ~DataFile();

  const std::string& name() const { return name_; }
  /// An upper bound of the number of plain bytes, from the number of stored bytes.
  std::uint64_t max_bytes() const;

  /// Fills `into` from its front; returns less than its size only at the end of the data.
  /// Errors  DataError: not readable, damaged or truncated gzip data.
  std::size_t read(std::span<std::byte> into);

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

}  // namespace sparlab::experiments::inputs
