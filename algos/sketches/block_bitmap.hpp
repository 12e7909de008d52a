#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sparlab::algos::sketches {

/// Which blocks of a vector hold something: one bit a block of `block` consecutive indices (the
/// last one may be shorter). Bitmaps of equal shape are united by OR, word by word; packed bits
/// cannot be summed. ceil(N / block) bits travel, 1/32 of S2 Reducer's one float a block.
class BlockBitmap {
 public:
  /// No block of the vector [0, length) is marked. Throws std::invalid_argument if block = 0.
  BlockBitmap(std::uint64_t length, std::uint64_t block);

  std::uint64_t length() const { return length_; }
  std::uint64_t block() const { return block_; }
  std::uint64_t blocks() const { return blocks_; }

  /// Marks the block of an index below length().
  void mark(std::uint64_t index);

  bool is_marked(std::uint64_t number) const;  ///< of block `number`, below blocks()
  std::uint64_t count() const;                 ///< marked blocks

  /// ORs with what a rank sent. Throws WireError unless the words fit this shape: as many words,
  /// and no bit beyond the last block.
  void unite(std::span<const std::uint64_t> words);
  std::span<const std::uint64_t> words() const { return words_; }

 private:
  std::uint64_t length_;
  std::uint64_t block_;
  std::uint64_t blocks_;
  std::vector<std::uint64_t> words_;
};

}  // namespace sparlab::algos::sketches
