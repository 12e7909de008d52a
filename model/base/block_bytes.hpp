#pragma once

#include <array>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <new>

namespace sparlab::model {

/// A length for which there is no memory on any machine.
class TooLong : public std::bad_alloc {
 public:
  TooLong(std::uint64_t count, std::size_t element_bytes) {
    std::snprintf(text_.data(), text_.size(),
                  "%" PRIu64 " elements of %zu bytes are more than any memory holds", count,
                  element_bytes);
  }
  const char* what() const noexcept override { return text_.data(); }

 private:
  std::array<char, 96> text_{};
};

/// The size of a block of `more` bytes and so many elements, a number that may come from outside.
/// Errors  TooLong.
inline std::size_t block_bytes(std::uint64_t count, std::size_t element_bytes,
                               std::size_t more = 0) {
  constexpr std::size_t kMost = std::numeric_limits<std::ptrdiff_t>::max();
  if (count > (kMost - more) / element_bytes) throw TooLong(count, element_bytes);
  return static_cast<std::size_t>(count) * element_bytes + more;
}

}  // namespace sparlab::model
