#include "runtime/mpi/tag_blocks.hpp"

#include <algorithm>
#include <cstdint>

#include "model/base/contract.hpp"

namespace sparlab::runtime::mpi {
namespace {

constexpr std::int64_t kFewestTags = 1024;
constexpr std::int64_t kMostBlocks = 4096;

}  // namespace

TagBlocks::TagBlocks(int largest_tag) {
  const std::int64_t all = std::int64_t{largest_tag} + 1;
  SPARLAB_EXPECTS(all >= 2 * kFewestTags);
  const std::int64_t blocks = std::min(all / kFewestTags, kMostBlocks);
  states_.resize(static_cast<std::size_t>(blocks), State::free);
  tags_ = static_cast<int>(all / blocks);
}

int TagBlocks::take() {
  SPARLAB_EXPECTS(state(next_) == State::free);
  const int block = next_;
  states_[static_cast<std::size_t>(block)] = State::taken;
  ++taken_;
  next_ = block == operations() ? 1 : block + 1;
  return block;
}

void TagBlocks::leave(int block, State state_after) {
  SPARLAB_EXPECTS(is_taken(block));
  states_[static_cast<std::size_t>(block)] = state_after;
  --taken_;
}

}  // namespace sparlab::runtime::mpi
