#include "algos/sketches/block_bitmap.hpp"

#include <fmt/core.h>

#include "algos/formats/format.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos::sketches {
namespace {

constexpr std::uint64_t kWordBits = 64;

}  // namespace

BlockBitmap::BlockBitmap(std::uint64_t length, std::uint64_t block)
    : length_(length),
      block_(block),
      blocks_(model::block_count(length, block)),
      words_(model::block_count(blocks_, kWordBits)) {}

void BlockBitmap::mark(std::uint64_t index) {
  SPARLAB_EXPECTS(index < length_);
  const std::uint64_t number = index / block_;
  words_[number / kWordBits] |= std::uint64_t{1} << (number % kWordBits);
}

bool BlockBitmap::is_marked(std::uint64_t number) const {
  SPARLAB_EXPECTS(number < blocks_);
  return (words_[number / kWordBits] >> (number % kWordBits) & 1) != 0;
}

void BlockBitmap::unite(std::span<const std::uint64_t> words) {
  if (words.size() != words_.size()) {
    throw WireError(
        fmt::format("damaged block bitmap: {} words instead of {}", words.size(), words_.size()));
  }
  const std::uint64_t used = blocks_ % kWordBits;
  if (used != 0 && words.back() >> used != 0)
    throw WireError(fmt::format("damaged block bitmap: bits beyond its {} blocks", blocks_));
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= words[i];
}

}  // namespace sparlab::algos::sketches
