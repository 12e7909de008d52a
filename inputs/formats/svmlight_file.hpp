#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inputs/files/data_file.hpp"

namespace sparlab::inputs {

/// Reads a data file byte by byte and counts its lines. Constant memory, even for long lines.
class TextScanner {
 public:
  static constexpr int kEnd = -1;

  /// A file that takes longer to read is refused: a small one may be decompressed without end.
  static constexpr double kLongest_s = 600;

  /// `file` must outlive this object.
  explicit TextScanner(DataFile& file, double longest_s = kLongest_s);

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
  /// Errors  DataError: reading takes too long.
  bool refill();

  DataFile& file_;
  double longest_s_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<std::byte> buffer_;
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  bool at_end_ = false;
  std::uint64_t line_ = 1;
  std::string word_;
};

/// Labelled sparse samples, stored row by row.
struct Samples {
  std::string name;                     ///< the file's name, for errors
  std::string content_hash;             ///< of the file
  std::vector<double> labels;           ///< one per sample
  std::vector<std::size_t> begin{0};    ///< sample i holds the entries [begin[i], begin[i+1])
  std::vector<std::uint64_t> features;  ///< 0-based, strictly increasing within a sample
  std::vector<double> values;           ///< one per feature entry; zeros of the file are kept
  std::uint64_t universe = 0;           ///< largest feature + 1; 0 without features

  std::size_t size() const { return labels.size(); }
  std::span<const std::uint64_t> features_of(std::size_t sample) const {
    return std::span(features).subspan(begin[sample], begin[sample + 1] - begin[sample]);
  }
  std::span<const double> values_of(std::size_t sample) const {
    return std::span(values).subspan(begin[sample], begin[sample + 1] - begin[sample]);
  }
};

/// Larger indices are not exact as double or in JSON.
inline constexpr std::uint64_t kMaxSvmlightIndex = std::uint64_t{1} << 53;

/// What a file may have; more would not fit into the memory of most machines.
struct SvmlightLimits {
  std::size_t samples = std::size_t{1} << 26;
  std::size_t entries = std::size_t{1} << 30;
  double longest_s = TextScanner::kLongest_s;
};

/// The samples of a file that are kept, counted from 0: those in [from, to).
struct KeptSamples {
  std::uint64_t from = 0;
  std::uint64_t to = std::numeric_limits<std::uint64_t>::max();
};

/// Reads a whole svmlight file: lines of `label [qid:number] index:value ... [# comment]`. Indices
/// start at 1 and increase strictly; all numbers are decimal and accepted by value_limit.hpp; lines
/// end in \n or \r\n; empty lines are allowed. Memory: 16 bytes per entry and
/// per sample. `universe` > 0 bounds the indices. Samples that are not `kept` are checked, and
/// count for the universe; limits concern all. Errors  DataError with the line: any other content,
/// or more than the limits.
Samples read_svmlight(DataFile& file, std::uint64_t universe = 0, const SvmlightLimits& limits = {},
                      const KeptSamples& kept = {});

/// The samples of an svmlight file, as read_svmlight returns them. The files read last are cached
/// in the process, since every point of a sweep needs the same one; a file that changes (in size,
/// time or identity) is read again. `universe` > 0 bounds the indices. Thread-safe.
/// Errors  DataError, as read_svmlight and DataFile.
std::shared_ptr<const Samples> shared_svmlight(const std::string& path, std::uint64_t universe);

}  // namespace sparlab::inputs
