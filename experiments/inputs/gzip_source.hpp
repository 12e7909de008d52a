#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/inputs/byte_source.hpp"

struct z_stream_s;  // zlib.h stays in the source

namespace sparlab::experiments::inputs {

/// True if data that begin so are compressed by gzip.
bool is_gzip(std::span<const std::byte> first_bytes);

/// Deflate turns one byte into at most this many.
inline constexpr std::uint64_t kMaxGzipRatio = 1032;

/// Decompresses gzip, one member after another, with its check sums. Constant memory.
class GzipSource final : public ByteSource {
 public:
  /// `name` is the file's, for errors; `compressed` must outlive this.
  GzipSource(std::string name, ByteSource& compressed);

  /// Errors  DataError: damaged, truncated, or followed by something else. Its place is a byte of
  ///         the decompressed data.
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
