#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "inputs/formats/recording_builder.hpp"

namespace sparlab::inputs {

/// The formats that hold one sparse vector a worker.
enum class WorkerFormat : std::uint8_t {
  recording,    ///< TKG1, TKG2
  index_lists,  ///< text: a line for each worker
  npy,          ///< NumPy array: a row for each worker
  npz,          ///< zip archive of NumPy arrays: an array for each worker, or a CSR matrix
  svmlight,     ///< text: a line for each sample
};

/// A few words for messages and reports.
std::string_view title_of(WorkerFormat format);

/// The format of a file with these first bytes (up to 64 KB of them). Text is svmlight if its first
/// line with data begins with a number without colon, which a pair index:value follows.
WorkerFormat format_of(std::span<const std::byte> first_bytes);

/// The format of a file, from its beginning, decompressed if it is a gzip file.
/// Errors  DataError: no such file, it cannot be read, or it is neither text nor any of the others.
WorkerFormat format_of(const std::string& path);

/// Reads a file of any of these formats but svmlight, whose content hash is then the recording's.
/// Errors  DataError: svmlight, any damage, indices of 2^32 or more; as RecordingBuilder.
Recording read_workers(const std::string& path, const RecordingOptions& options = {});

}  // namespace sparlab::inputs
