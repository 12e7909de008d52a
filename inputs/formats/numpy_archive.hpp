#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "inputs/files/data_file.hpp"
#include "inputs/files/npy.hpp"
#include "inputs/files/zip_archive.hpp"

namespace sparlab::inputs {

/// The arrays of a zip archive, as numpy.savez and scipy.sparse.save_npz write it.
class NumpyArchive {
 public:
  /// Reads the whole file. Errors  DataError: as ZipArchive; 4 GB or more, files that are no
  /// arrays, two of one name, none.
  explicit NumpyArchive(DataFile& file);
  NumpyArchive(const NumpyArchive&) = delete;
  NumpyArchive& operator=(const NumpyArchive&) = delete;

  bool has(const std::string& array) const { return files_.contains(array); }
  /// "arr_2" before "arr_10": digits compare as numbers.
  std::vector<std::string> names() const;
  /// For errors: the archive and the array.
  std::string place_of(const std::string& array) const;

  /// Calls use(reader) for an array that the archive has. Errors  DataError: as NpyReader; `use`
  /// has not read the array to its end.
  void read(const std::string& array, const std::function<void(NpyReader&)>& use) const;
  /// An array of one dimension. Errors  DataError: another one, or no integers.
  std::vector<std::uint64_t> integers(const std::string& array) const;

  [[noreturn]] void refuse(std::string found, std::string accepted) const;

 private:
  std::string name_;
  std::vector<std::byte> content_;
  ZipArchive archive_;  ///< of content_
  std::map<std::string, const ZipArchive::File*, std::less<>> files_;
};

}  // namespace sparlab::inputs
