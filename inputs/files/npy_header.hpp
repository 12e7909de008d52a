#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace sparlab::inputs
