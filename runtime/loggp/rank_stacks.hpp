#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "runtime/fibers/fibers.hpp"
#include "runtime/fibers/packed_fibers.hpp"

namespace sparlab::runtime::loggp {

/// The stacks of all ranks. A few ranks have a stack each, which takes at least a page. Many ranks
/// share one, since then memory and its translation would bound the speed.
class RankStacks {
 public:
  /// `stack_bytes` of 0 chooses.
  RankStacks(int ranks, std::size_t stack_bytes, fibers::Fibers::Entry entry, void* argument) {
    if (ranks <= kMostSeparate)
      separate_.emplace(ranks, stack_bytes, entry, argument);
    else
      packed_.emplace(std::max(stack_bytes, kSharedBytes), entry, argument);
  }

  fibers::Context create(int rank) {
    return packed_ ? fibers::PackedFibers::fresh() : separate_->create(rank);
  }
  void switch_to(fibers::Context& from, fibers::Context to, int target) {
    if (packed_) return packed_->switch_to(from, to, target == fibers::Fibers::kHome);
    separate_->switch_to(from, to, target);
  }
  [[noreturn]] void leave(fibers::Context to, int target) {
    if (packed_) packed_->leave(to, target == fibers::Fibers::kHome);
    separate_->leave(to, target);
  }
  /// Of a suspended rank.
  void prefetch(fibers::Context suspended) const {
    if (packed_) packed_->prefetch(suspended);
  }
  /// See PackedFibers.
  const void* kept_at(fibers::Context suspended, const void* place) const {
    return packed_ ? packed_->kept_at(suspended, place) : place;
  }

 private:
#ifdef __SANITIZE_ADDRESS__
  // AddressSanitizer does not know that a stack is replaced.
  static constexpr int kMostSeparate = 1 << 30;
#else
  static constexpr int kMostSeparate = 64;
#endif
  static constexpr std::size_t kSharedBytes = std::size_t{1} << 20;

  std::optional<fibers::Fibers> separate_;
  std::optional<fibers::PackedFibers> packed_;
};

}  // namespace sparlab::runtime::loggp
