#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "experiments/inputs/data_file.hpp"
#include "experiments/inputs/input.hpp"

namespace sparlab::experiments::inputs {

/// The sparse gradients of all workers in one training step, with k entries each.
struct Recording {
  std::string name;          ///< the file's name, for errors
  std::string content_hash;  ///< of the file
  std::uint64_t workers = 0;
  std::uint64_t universe = 0;
  std::uint64_t nnz = 0;               ///< k
  std::vector<std::uint32_t> indices;  ///< by worker; strictly increasing, below the universe
  std::vector<float> values;

  std::span<const std::uint32_t> indices_of(std::uint64_t worker) const {
    return std::span(indices).subspan(static_cast<std::size_t>(worker * nnz),
                                      static_cast<std::size_t>(nnz));
  }
  std::span<const float> values_of(std::uint64_t worker) const {
    return std::span(values).subspan(static_cast<std::size_t>(worker * nnz),
                                     static_cast<std::size_t>(nnz));
  }
};

inline constexpr std::uint64_t kMaxRecordingBytes = std::uint64_t{1} << 34;

/// Reads a TKG1 recording. All numbers are little-endian: the bytes "TKG1", then u32 workers, u32
/// universe, u32 k, then for each worker k u32 indices (0-based) and k f32 values. Memory grows
/// with the bytes read, whatever sizes the header states.
/// Errors  DataError with the byte: wrong magic, sizes that do not fit the file, indices out of
///         order or range, values that are not accepted (value_limit.hpp), truncated or trailing
///         data, more than kMaxRecordingBytes, more workers than model::RecordedSupports takes.
Recording read_recording(DataFile& file);

/// The uncompressed bytes of such a file. read_recording must accept `recording`.
std::vector<std::byte> encode_recording(const Recording& recording);

/// Writes a recording to `path`, compressed by gzip if the path ends in ".gz".
/// Errors  DataError: the file cannot be written.
void write_recording(const std::string& path, const Recording& recording);

/// Recorded gradients: rank r has the entries of worker r.
class RecordingInput final : public Input {
 public:
  /// `universe` 0 selects the recording's own. ranks >= 1.
  /// Errors  DataError: more ranks than workers, a universe smaller than the recording's.
  RecordingInput(std::shared_ptr<const Recording> recording, std::uint64_t universe,
                 std::uint64_t ranks);

  std::uint64_t universe() const override { return universe_; }
  double mean_nnz() const override { return static_cast<double>(recording_->nnz); }
  std::uint64_t max_ranks() const override { return recording_->workers; }
  bool exact_sums() const override { return false; }
  Entries rank_entries(std::uint64_t rank) const override;
  /// The union of random subsets of the recorded workers, extrapolated to more workers.
  std::shared_ptr<const model::FillIn> fill_in() const override;
  std::string content_hash() const override { return recording_->content_hash; }

 private:
  std::shared_ptr<const Recording> recording_;
  std::uint64_t universe_;
  mutable std::once_flag counted_;
  mutable std::shared_ptr<const model::FillIn> fill_in_;
};

}  // namespace sparlab::experiments::inputs
