#pragma once

#include <zlib.h>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::inputs {

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

// What zlib calls window bits also chooses the form.
inline constexpr int kGzipMember = MAX_WBITS + 16;
inline constexpr int kRawDeflate = -MAX_WBITS;

inline std::vector<std::byte> deflated(std::span<const std::byte> content, int form) {
  z_stream stream{};
  if (deflateInit2(&stream, 9, Z_DEFLATED, form, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::vector<std::byte> packed(deflateBound(&stream, static_cast<uLong>(content.size())));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("deflate");
  return packed;
}

/// One gzip member with this content.
inline std::vector<std::byte> gzip(std::span<const std::byte> content) {
  return deflated(content, kGzipMember);
}

}  // namespace sparlab::inputs
