#include "algos/kernels/packed_numbers.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sparlab::algos::kernels {
namespace {

/// The word at the number's first byte contains it: it has at most 32 + 7 bits from there.
std::uint32_t number_at(std::span<const std::byte> field, int width, std::uint64_t number) {
  const std::uint64_t bit = number * static_cast<std::uint64_t>(width);
  const std::size_t at = static_cast<std::size_t>(bit / 8);
  std::uint64_t word = 0;
  if (at + sizeof word <= field.size())
    std::memcpy(&word, field.data() + at, sizeof word);
  else if (at < field.size())
    std::memcpy(&word, field.data() + at, field.size() - at);
  return static_cast<std::uint32_t>(word >> bit % 8 & ((std::uint64_t{1} << width) - 1));
}

#if defined(__x86_64__)
/// Eight numbers of w bits are w bytes. The first four lie in the 16 bytes from the first one on,
/// the others in those from the middle on. A shuffle brings the four bytes that contain a number
/// into its lane. Returns how many groups of eight it has read.
__attribute__((target("avx2"))) std::size_t unpack_groups(std::span<const std::byte> field,
                                                          int width, std::uint64_t group,
                                                          std::size_t groups, std::uint32_t* out) {
  const auto bytes = static_cast<std::size_t>(width);
  const std::size_t middle = bytes / 2;
  std::array<std::uint8_t, 32> places;
  std::array<std::uint32_t, 8> shifts;
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned bit = i * static_cast<unsigned>(width) - (i < 4 ? 0 : 8 * unsigned(middle));
    shifts[i] = bit % 8;
    for (unsigned byte = 0; byte < 4; ++byte)
      places[i * 4 + byte] = static_cast<std::uint8_t>(bit / 8 + byte);
  }
  const __m256i shuffle = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(places.data()));
  const __m256i shift = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(shifts.data()));
  const __m256i mask = _mm256_set1_epi32(static_cast<int>((std::uint32_t{1} << width) - 1));
  const std::size_t first = static_cast<std::size_t>(group) * bytes;
  std::size_t done = 0;
  for (; done < groups; ++done) {
    const std::size_t at = first + done * bytes;
    if (at + middle + 16 > field.size()) break;
    const auto* const halves = field.data() + at;
    const __m256i both =
        _mm256_set_m128i(_mm_loadu_si128(reinterpret_cast<const __m128i*>(halves + middle)),
                         _mm_loadu_si128(reinterpret_cast<const __m128i*>(halves)));
    const __m256i lanes = _mm256_srlv_epi32(_mm256_shuffle_epi8(both, shuffle), shift);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + done * 8), _mm256_and_si256(lanes, mask));
  }
  return done;
}
#endif

}  // namespace

void portable_unpack_numbers(std::span<const std::byte> field, int width, std::uint64_t first,
                             std::span<std::uint32_t> numbers) {
  for (std::uint32_t& number : numbers) number = number_at(field, width, first++);
}

void unpack_numbers(std::span<const std::byte> field, int width, std::uint64_t first,
                    std::span<std::uint32_t> numbers) {
#if defined(__x86_64__)
  constexpr int kWidest = 25;  // with the bits before it, in four bytes
  static const bool kFast = __builtin_cpu_supports("avx2");
  if (kFast && width > 0 && width <= kWidest) {
    const std::size_t before = std::min<std::size_t>(numbers.size(), (8 - first % 8) % 8);
    portable_unpack_numbers(field, width, first, numbers.first(before));
    first += before;
    numbers = numbers.subspan(before);
    const std::size_t read =
        8 * unpack_groups(field, width, first / 8, numbers.size() / 8, numbers.data());
    first += read;
    numbers = numbers.subspan(read);
  }
#endif
  portable_unpack_numbers(field, width, first, numbers);
}

}  // namespace sparlab::algos::kernels
