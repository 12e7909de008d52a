#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inputs/files/data_file.hpp"

namespace sparlab::inputs {

/// The sparse gradients of all workers in one training step.
struct Recording {
  std::string name;          ///< the file's name, for errors
  std::string content_hash;  ///< of the file
  std::uint64_t universe = 0;
  bool states_universe = true;          ///< false: it is the largest index + 1
  std::string first_place, last_place;  ///< of the workers in their file; empty in a recording
  std::vector<std::size_t> begin{0};    ///< worker w holds the entries [begin[w], begin[w+1])
  std::vector<std::uint32_t> indices;   ///< by worker; strictly increasing, below the universe
  std::vector<float> values;

  std::uint64_t workers() const { return begin.size() - 1; }
  std::uint64_t nnz_of(std::uint64_t worker) const { return indices_of(worker).size(); }
  double mean_nnz() const {
    return static_cast<double>(indices.size()) / static_cast<double>(workers());
  }
  std::span<const std::uint32_t> indices_of(std::uint64_t worker) const {
    return part_of(indices, worker);
  }
  std::span<const float> values_of(std::uint64_t worker) const { return part_of(values, worker); }

 private:
  template <class T>
  std::span<const T> part_of(const std::vector<T>& all, std::uint64_t worker) const {
    const auto at = static_cast<std::size_t>(worker);
    return std::span(all).subspan(begin[at], begin[at + 1] - begin[at]);
  }
};

inline constexpr std::uint64_t kMaxRecordingBytes = std::uint64_t{1} << 34;

/// Reads a recording. All numbers are little-endian. TKG1, for workers with k entries each: the
/// bytes "TKG1", then u32 workers, u32 universe, u32 k, then for each worker k u32 indices
/// (0-based) and k f32 values. TKG2, for any numbers of entries: "TKG2", u32 workers, u32 universe,
/// u32 entries of each worker, then the same lists. Memory grows with the bytes read, whatever
/// sizes the header states. Errors  DataError with the byte: wrong magic, sizes that do not fit the
/// file, indices out of
///         order or range, values that are not accepted (value_limit.hpp), truncated or trailing
///         data, more than kMaxRecordingBytes, more workers than model::RecordedSupports takes.
Recording read_recording(DataFile& file);

/// The uncompressed bytes of such a file: TKG1 if all workers hold as many entries, else TKG2.
/// read_recording must accept `recording`.
std::vector<std::byte> encode_recording(const Recording& recording);

/// Writes a recording to `path`, compressed by gzip if the path ends in ".gz".
/// Errors  DataError: the file cannot be written.
void write_recording(const std::string& path, const Recording& recording);

}  // namespace sparlab::inputs
