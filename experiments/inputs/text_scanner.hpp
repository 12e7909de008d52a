#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/inputs/data_file.hpp"

namespace sparlab::experiments::inputs {

/// Reads a data file byte by byte and counts its lines. Constant memory, even for long lines.
class TextScanner {
 public:
  static constexpr int kEnd = -1;

  /// `file` must outlive this object.
  explicit TextScanner(DataFile& file);

  /// The next byte, or kEnd.
  int peek() {
    if (next_ == filled_ && !refill()) return kEnd;
    return std::to_integer<unsigned char>(buffer_[next_]);
  }
  /// Skips the byte that peek() returned; not allowed at the end.
  void skip() { line_ += std::to_integer<unsigned char>(buffer_[next_++]) == '\n' ? 1U : 0U; }

  /// The line of the next byte, counted from 1.
  std::uint64_t line() const { return line_; }

  /// Skips spaces and tabs.
  void skip_blanks();
  /// Skips to the end of the line.
  void skip_to_line_end();
  /// The bytes up to a blank, a colon, '#', or the end of the line; valid until the next call. At
  /// most kMaxWord bytes, which suffice for any number.
  std::string_view word();

  static constexpr std::size_t kMaxWord = 1024;

 private:
  bool refill();

  DataFile& file_;
  std::vector<std::byte> buffer_;
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  bool at_end_ = false;
  std::uint64_t line_ = 1;
  std::string word_;
};

}  // namespace sparlab::experiments::inputs
