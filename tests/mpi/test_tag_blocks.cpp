#include <limits>
#include <set>

#include "runtime/measure.hpp"
#include "runtime/mpi/tag_blocks.hpp"
#include "tests/catch.hpp"

using sparlab::runtime::mpi::TagBlocks;

TEST_CASE("blocks of tags lie side by side within MPI's range") {
  for (const int largest : {2047, 32767, 1 << 20, std::numeric_limits<int>::max()}) {
    const TagBlocks blocks(largest);
    CAPTURE(largest);
    CHECK(blocks.tags() >= 1024);
    const int last = blocks.operations();
    CHECK(blocks.first_tag(0) == 0);
    CHECK(blocks.first_tag(last) <= largest - (blocks.tags() - 1));
    CHECK(blocks.block_of(blocks.first_tag(last) + (blocks.tags() - 1)) == last);
    CHECK(blocks.block_of(blocks.first_tag(last) - 1) == last - 1);
  }
  CHECK(TagBlocks(32767).operations() == 31);
  CHECK(sparlab::runtime::kMeasureTag < TagBlocks(32767).tags());
  CHECK(TagBlocks(std::numeric_limits<int>::max()).operations() == 4095);
}

TEST_CASE("operations take blocks in turn, whatever order they finish in") {
  TagBlocks blocks(32767);
  std::set<int> taken;
  for (int i = 0; i < blocks.operations(); ++i) taken.insert(blocks.take());
  CHECK(taken.size() == 31);
  CHECK(taken.count(0) == 0);
  CHECK(blocks.next() == *taken.begin());
  CHECK(blocks.is_taken(blocks.next()));
  blocks.give_back(5);
  CHECK(blocks.next() == 1);
  blocks.give_back(1);
  CHECK(blocks.take() == 1);
  CHECK(blocks.next() == 2);
}

TEST_CASE("the block of a failed operation is not used again") {
  TagBlocks blocks(2047);
  CHECK(blocks.operations() == 1);
  blocks.spoil(blocks.take());
  CHECK(blocks.next() == 1);
  CHECK(blocks.is_spoiled(1));
  CHECK_FALSE(blocks.any_taken());
}
