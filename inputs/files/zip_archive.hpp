#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "inputs/files/data_file.hpp"

namespace sparlab::inputs {

/// A zip archive in memory, as numpy.savez and zip write it: files that are stored or deflated.
///
/// Sizes are taken from the central directory, checked against the archive's, and each file against
/// its size and its CRC. Archives of 4 GB or more (zip64) and encrypted files are refused.
class ZipArchive {
 public:
  struct File {
    std::string name;
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t stored_bytes = 0, bytes = 0;
    std::uint64_t offset = 0;  ///< of its data
  };

  static constexpr std::size_t kMostFiles = std::size_t{1} << 15;

  /// `name`: the archive's, for errors. `content` must outlive this object and its sources.
  /// Errors  DataError: no zip archive, any damage of the directory, more than kMostFiles files,
  ///         files that overlap or promise more than deflate can expand them to.
  ZipArchive(std::string name, std::span<const std::byte> content);

  const std::vector<File>& files() const { return files_; }

  /// The content of a file. Reading it throws DataError if the data are damaged, or do not have the
  /// size and the CRC that the directory states.
  std::unique_ptr<ByteSource> open(const File& file) const;

 private:
  [[noreturn]] void refuse(std::uint64_t at, std::string found, std::string accepted) const;
  std::uint64_t number(std::uint64_t at, std::size_t bytes) const;
  std::uint64_t directory_end() const;
  std::uint64_t data_offset(std::uint64_t header) const;

  std::string name_;
  std::span<const std::byte> content_;
  std::vector<File> files_;
};

}  // namespace sparlab::inputs
