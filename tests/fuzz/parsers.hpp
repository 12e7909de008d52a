#pragma once

#include <cstddef>
#include <span>

/// The functions that the fuzz targets and the tests of crafted inputs call. Each parses any bytes,
/// uses the result if it was accepted, and catches only the documented exception.
namespace sparlab::fuzz {

/// True if the bytes were accepted.
bool parse_svmlight(std::span<const std::byte> bytes);
bool parse_recording(std::span<const std::byte> bytes);
/// Index lists and NumPy arrays: .npy, and .npz, whose zip archive is parsed too.
bool parse_index_lists(std::span<const std::byte> bytes);
bool parse_npy(std::span<const std::byte> bytes);
bool parse_npz(std::span<const std::byte> bytes);
/// Parses the bytes as a stream and as a bundle of streams, for each of the four types.
bool parse_streams(std::span<const std::byte> bytes);

}  // namespace sparlab::fuzz
