#pragma once

#include <cstddef>
#include <vector>

namespace sparlab::runtime::mpi {

/// Divides the tags of a communicator into blocks of equal size, so that messages of different
/// blocks never match: block 0 for blocking code, and one for each nonblocking operation in flight.
///
/// All ranks start operations in the same order and use the blocks in turn, so they agree on blocks
/// without a message. A block is reused only after its last operation has finished on this rank and
/// has received everything sent to it. Messages of faster peers for the next operation of that
/// block are ordered behind those.
class TagBlocks {
 public:
  /// For the tags 0..largest_tag; at least 2047, MPI guarantees 32767.
  explicit TagBlocks(int largest_tag);

  /// Tags of one block: at least 1024.
  int tags() const { return tags_; }
  /// Operations that can be in flight at once: 31 with MPI's smallest range of tags, at most 4095.
  int operations() const { return static_cast<int>(states_.size()) - 1; }

  int first_tag(int block) const { return block * tags_; }
  int block_of(int tag) const { return tag / tags_; }

  /// The next block in turn, in any state.
  int next() const { return next_; }
  bool is_taken(int block) const { return state(block) == State::taken; }
  bool is_spoiled(int block) const { return state(block) == State::spoiled; }
  bool any_taken() const { return taken_ > 0; }

  /// Takes the next block. Contract: it is neither taken nor spoiled.
  int take();
  void give_back(int block) { leave(block, State::free); }
  /// Gives up a block whose operation failed: messages to it may still be in flight.
  void spoil(int block) { leave(block, State::spoiled); }

 private:
  enum class State : unsigned char { free, taken, spoiled };

  State state(int block) const { return states_[static_cast<std::size_t>(block)]; }
  void leave(int block, State state);

  std::vector<State> states_;
  int tags_;
  int next_ = 1;
  int taken_ = 0;
};

}  // namespace sparlab::runtime::mpi
