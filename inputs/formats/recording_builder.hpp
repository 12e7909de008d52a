#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inputs/formats/recording.hpp"

namespace sparlab::inputs {

/// What the user says of the workers of a file.
struct RecordingOptions {
  std::uint64_t universe = 0;  ///< N; 0: what the file states, or the largest index + 1
  std::uint64_t top_k = 0;     ///< keeps so many entries of each worker, the largest; 0: all
  double density = 0;          ///< keeps this share of N of each worker, the largest; 0: all
  /// Of files that hold a worker each: the arrays to join. Empty: all.
  std::vector<std::string> layers = {};

  bool selects() const { return top_k > 0 || density > 0; }
};

/// Pairs of index and value, in any order.
using WorkerEntries = std::vector<std::pair<std::uint64_t, double>>;

/// Makes a recording of workers, one after the other.
class RecordingBuilder {
 public:
  /// `name`: the file's, for errors.
  RecordingBuilder(std::string name, const RecordingOptions& options);

  /// Appends the next worker, found at `place`. `length`: of its vector; nullopt if the file lists
  /// indices and does not state N. Of equal magnitudes, lower indices are kept.
  ///
  /// Errors  DataError at `place`: an index twice, or of N or more, too many workers, values that
  ///         are not accepted (data_error.hpp), another length than that of the first worker, a
  ///         length above N; a selection among values of equal magnitude, a density without N.
  void append(WorkerEntries entries, std::optional<std::uint64_t> length, const std::string& place);

  /// Errors  DataError: no worker, or neither an index nor N.
  Recording finish(std::string content_hash);

 private:
  [[noreturn]] void refuse(const std::string& place, std::string found, std::string accepted) const;
  void check_length(std::optional<std::uint64_t> length, const std::string& place);
  void keep_largest(WorkerEntries& entries, const std::string& place) const;
  /// N as far as it is stated; 0: not at all.
  std::uint64_t stated_universe() const {
    return options_.universe > 0 ? options_.universe : length_.value_or(0);
  }

  RecordingOptions options_;
  std::optional<std::uint64_t> length_;  ///< of all vectors; nullopt: not stated
  Recording recording_;
};

}  // namespace sparlab::inputs
