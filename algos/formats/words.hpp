#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sparlab::algos::formats {

/// Bit fields consist of whole 64-bit words, little-endian; they may start at any byte.
inline constexpr unsigned kWordBits = 64;

inline std::uint64_t load_word(const std::byte* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

inline void store_word(std::byte* to, std::uint64_t word) { std::memcpy(to, &word, sizeof word); }

/// No overflow for any number of bits.
inline std::uint64_t words_for(std::uint64_t bits) {
  return bits / kWordBits + (bits % kWordBits != 0 ? 1 : 0);
}

/// True if no bit of the field at or after position `bits` is set.
inline bool padding_is_zero(const std::byte* field, std::uint64_t bits) {
  const unsigned used = bits % kWordBits;
  return used == 0 || (load_word(field + bits / kWordBits * 8) >> used) == 0;
}

/// Sets bits of a zeroed field in increasing order. The current word is kept in a register and
/// stored at every bit: this avoids a branch, and a load that would wait for the last store.
class AscendingBits {
 public:
  explicit AscendingBits(std::byte* field) : field_(field) {}

  void set(std::uint64_t position) {
    const std::uint64_t at = position / kWordBits;
    word_ = (at == at_ ? word_ : 0) | std::uint64_t{1} << position % kWordBits;
    at_ = at;
    store_word(field_ + at * 8, word_);
  }

 private:
  std::byte* field_;
  std::uint64_t at_ = 0;
  std::uint64_t word_ = 0;
};

/// Calls visit(position, number) for every set bit of `words` words in increasing order, where
/// number counts them. Stops before a word that would exceed `limit` bits. Returns the number of
/// bits visited, or limit + 1 if there are more.
template <class Visit>
std::uint64_t for_each_bit(const std::byte* field, std::uint64_t words, std::uint64_t limit,
                           Visit visit) {
  std::uint64_t number = 0;
  for (std::uint64_t at = 0; at < words; ++at) {
    std::uint64_t word = load_word(field + at * 8);
    if (limit - number < kWordBits &&
        limit - number < static_cast<std::uint64_t>(std::popcount(word))) {
      return limit + 1;
    }
    for (; word != 0; word &= word - 1) {
      visit(at * kWordBits + static_cast<unsigned>(std::countr_zero(word)), number++);
    }
  }
  return number;
}

}  // namespace sparlab::algos::formats
