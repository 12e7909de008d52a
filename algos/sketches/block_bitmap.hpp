#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sparlab::algos::sketches {

/// The blocks of a vector that hold an entry: one bit for each block of `block` consecutive indices
/// (the last block may be shorter). Bitmaps of equal shape are united by OR, word by word; packed
/// bits cannot be summed. ceil(N / block) bits are sent, 1/32 of the one float a block in S2
/// Reducer.
class BlockBitmap {
 public:
  /// Initially no block of [0, length) is marked. block >= 1.
  BlockBitmap(std::uint64_t length, std::uint64_t block);

  std::uint64_t block() const { return block_; }
  std::uint64_t blocks() const { return blocks_; }

  /// Marks the block of an index below `length`.
  void mark(std::uint64_t index);

  bool is_marked(std::uint64_t number) const;  ///< of block `number`, below blocks()

  /// ORs with the words of another rank. Throws WireError unless they fit this shape: the same
  /// number of words, and no bit beyond the last block.
  void unite(std::span<const std::uint64_t> words);
  std::span<const std::uint64_t> words() const { return words_; }

 private:
  std::uint64_t length_;
  std::uint64_t block_;
  std::uint64_t blocks_;
  std::vector<std::uint64_t> words_;
};

}  // namespace sparlab::algos::sketches
