#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inputs/files/data_file.hpp"

namespace sparlab::inputs {

/// What the header of a NumPy array says.
struct NpyHeader {
  std::string type;            ///< of an element (descr), such as "<f4"
  bool columns_first = false;  ///< fortran_order
  std::vector<std::uint64_t> shape;
};

/// Parses the text of a header: a Python dictionary of descr (a text), fortran_order (True or
/// False) and shape (a tuple of whole numbers), each once, in any order; blanks may follow. `name`
/// is the array's and `begin` the byte at which the text begins, for errors.
/// Errors  DataError with the byte: anything else, a length of 2^64 or more.
NpyHeader parse_npy_header(const std::string& name, std::uint64_t begin, std::string_view text);

/// Reads one NumPy array (.npy, versions 1 to 3) from front to back; the last dimension
/// varies fastest.
class NpyReader {
 public:
  /// Reads the header. `name` is the array's, for errors; `source` must outlive this object, and
  /// `most_bytes` bounds what it can hold.
  /// Errors  DataError with the byte: no such header, an element type that is not a number of 1 to
  /// 8
  ///         bytes (little-endian), more than two dimensions, columns before rows (fortran_order),
  ///         a shape that needs more than most_bytes.
  NpyReader(std::string name, ByteSource& source, std::uint64_t most_bytes);

  /// Integers are indices, other numbers (floating-point, booleans) are values.
  bool integers() const { return kind_ == 'i' || kind_ == 'u'; }
  const std::vector<std::uint64_t>& shape() const { return shape_; }
  /// The product of the shape.
  std::uint64_t elements() const;

  /// The next elements. Errors  DataError: the data end, a negative index.
  std::vector<std::uint64_t> indices(std::uint64_t count);
  std::vector<double> values(std::uint64_t count);
  /// Errors  DataError: bytes behind the last element.
  void finish();

 private:
  [[noreturn]] void refuse(std::string found, std::string accepted) const;
  void read_exactly(std::span<std::byte> into);
  void take_header(NpyHeader header);
  template <class Take>
  void for_each_element(std::uint64_t count, Take take);

  std::string name_;
  ByteSource& source_;
  std::uint64_t offset_ = 0;
  char kind_ = 'f';
  std::size_t bytes_ = 4;  ///< of an element
  std::vector<std::uint64_t> shape_;
};

}  // namespace sparlab::inputs
