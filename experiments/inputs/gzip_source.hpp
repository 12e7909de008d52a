#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/inputs/byte_source.hpp"

struct z_stream_s;  // keeps zlib.h out of this header

namespace sparlab::experiments::inputs {

/// True if the first bytes are those of a gzip file.
bool is_gzip(std::span<const std::byte> first_bytes);

/// Deflate expands one byte to at most this many.
inline constexpr std::uint64_t kMaxGzipRatio = 1032;

/// Decompresses gzip data, also of several members, and verifies their checksums. Constant memory.
class GzipSource final : public ByteSource {
 public:
  /// `name` is the file's name, for errors; `compressed` must outlive this object.
  GzipSource(std::string name, ByteSource& compressed);

  /// Errors  DataError: damaged, truncated, or followed by other data. The place is a byte of the
  ///         decompressed data.
  std::size_t read(std::span<std::byte> into) override;

 private:
  struct End {
    void operator()(z_stream_s* stream) const;
  };
  bool refill();
  void finish_member();
  [[noreturn]] void refuse(const std::string& found) const;

  std::string name_;
  ByteSource& compressed_;
  std::vector<std::byte> input_;
  std::unique_ptr<z_stream_s, End> stream_;
  std::uint64_t produced_ = 0;
  bool at_end_ = false;
};

}  // namespace sparlab::experiments::inputs
