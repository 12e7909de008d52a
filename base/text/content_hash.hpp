#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sparlab::base {

/// SHA-256 (FIPS 180-4), as `sha256sum` prints it. Records identify data files by it.
class Sha256 {
 public:
  void update(std::span<const std::byte> bytes);
  /// Returns 64 hexadecimal digits. Nothing may be added afterwards.
  std::string finish();

 private:
  static constexpr std::size_t kBlock = 64;
  void compress(const std::byte* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, kBlock> pending_{};
  std::size_t pending_size_ = 0;
  std::uint64_t total_bytes_ = 0;
};

/// The first 32 digits of the SHA-256 of a text. Points, platforms and names of files with the same
/// content have the same hash on every machine.
std::string content_hash(std::string_view text);

}  // namespace sparlab::base
