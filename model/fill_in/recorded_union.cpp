#include "model/fill_in/recorded_union.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace sparlab::model {

RecordedUnion::RecordedUnion(std::span<const std::span<const std::uint64_t>> lists, Range range)
    : range_(range) {
  std::size_t entries = 0;
  for (const auto list : lists) entries += list.size();
  // Clearing and counting a word of the bitmap is about ten times cheaper than sorting an entry.
  sorted_ = range.size() / 64 > 10 * entries;
  if (sorted_) {
    words_.reserve(entries);
    for (const auto list : lists) words_.insert(words_.end(), list.begin(), list.end());
    std::ranges::sort(words_);
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
    return;
  }
  words_.assign(range.size() / 64 + 1, 0);
  for (const auto list : lists) {
    for (const std::uint64_t index : list) {
      const std::uint64_t offset = index - range.lo;
      words_[offset / 64] |= std::uint64_t{1} << (offset % 64);
    }
  }
}

std::uint64_t RecordedUnion::size() const {
  if (sorted_) return words_.size();
  std::uint64_t count = 0;
  for (const std::uint64_t word : words_) count += static_cast<std::uint64_t>(std::popcount(word));
  return count;
}

template <typename Visit>
void RecordedUnion::for_each(Visit visit) const {
  if (sorted_) {
    std::ranges::for_each(words_, visit);
    return;
  }
  for (std::size_t number = 0; number < words_.size(); ++number) {
    for (std::uint64_t word = words_[number]; word != 0; word &= word - 1) {
      visit(range_.lo + number * 64 + static_cast<std::uint64_t>(std::countr_zero(word)));
    }
  }
}

std::uint64_t RecordedUnion::runs() const {
  std::uint64_t count = 0;
  std::optional<std::uint64_t> expected;  // the index that would continue the run
  for_each([&](std::uint64_t index) {
    if (index != expected) ++count;
    expected = index + 1;
  });
  return count;
}

std::uint64_t RecordedUnion::live_blocks(std::uint64_t block) const {
  std::uint64_t count = 0;
  std::optional<std::uint64_t> latest;
  for_each([&](std::uint64_t index) {
    const std::uint64_t number = index / block;
    if (number != latest) ++count;
    latest = number;
  });
  return count;
}

}  // namespace sparlab::model
