#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algos/kernels/coo.hpp"

namespace sparlab::algos::kernels {

/// Reduces many streams through a hash table that fits the second-level cache, one part of the
/// range after the other, and sorts each part's distinct indices.
///
/// Cost     one access to the table for each entry, whatever the number of inputs, and a radix sort
///          of the union. The scratch is that of one part, unless one part of the range has far
///          more entries in the other inputs than in the longest.
/// Results  equal to those of a merge: entries of an index are reduced in the order of the inputs.
/// Source   Hussain, Abhishek, Buluc, Azad, "Parallel algorithms for adding a collection of sparse
///          matrices", IPDPS workshops 2022 (SpKAdd, sliding hash).
template <class Value, class Index>
class HashUnion {
 public:
  using View = CooView<Value, Index>;
  using Out = CooOut<Value, Index>;

  /// Shape    out has room for the entries of the union.
  /// Returns  the number of entries written.
  template <class Op>
  std::size_t reduce(std::span<const View> inputs, Op op, Out out) {
    rest_.assign(inputs.begin(), inputs.end());
    std::size_t total = 0;
    for (const View& input : inputs) total += input.count;
    if (total == 0) return 0;
    const View longest =
        *std::max_element(inputs.begin(), inputs.end(),
                          [](const View& a, const View& b) { return a.count < b.count; });
    const std::size_t parts = std::min(longest.count, total / kPartEntries + 1);
    std::size_t written = 0;
    // Quantiles of the longest input: equal parts of the range may hold very different numbers.
    for (std::size_t part = 1; part <= parts; ++part) {
      const bool last = part == parts;
      written += reduce_part(last, last ? Index{0} : longest.indices[longest.count / parts * part],
                             op, {out.indices + written, out.values + written});
    }
    return written;
  }

 private:
  static constexpr std::size_t kPartEntries = std::size_t{1} << 14;

  struct Place {
    Index index;
    std::uint32_t place;  ///< of its value in `sums_`, from 1 on; 0 in free slots of the table
  };

  /// Consumes all entries of the inputs below `end`, or the rest of them.
  template <class Op>
  std::size_t reduce_part(bool last, Index end, Op op, Out out) {
    ends_.clear();
    std::size_t entries = 0;
    for (const View& input : rest_) {
      ends_.push_back(last ? input.count : gallop(input.indices, 0, input.count, end));
      entries += ends_.back();
    }
    const auto bits = static_cast<int>(std::bit_width(2 * entries));
    const std::size_t mask = (std::size_t{1} << bits) - 1;
    table_.assign(mask + 1, Place{});
    if (sums_.size() <= entries) {
      sums_.resize(entries + 1);
      found_.resize(entries);
      sorted_.resize(entries);
    }
    std::uint32_t found = 0;
    for (std::size_t r = 0; r < rest_.size(); ++r) {
      View& input = rest_[r];
      for (std::size_t i = 0; i < ends_[r]; ++i) {
        const Index index = input.indices[i];
        // Fibonacci hashing: the upper bits of the product depend on all bits of the index.
        auto slot = static_cast<std::size_t>(index * 0x9e3779b97f4a7c15U >> (64 - bits));
        while (table_[slot].place != 0 && table_[slot].index != index) slot = (slot + 1) & mask;
        if (table_[slot].place != 0) {
          Value& sum = sums_[table_[slot].place];
          sum = op(sum, input.values[i]);
        } else {
          found_[found] = {index, found + 1};
          table_[slot] = found_[found++];
          sums_[found] = input.values[i];
        }
      }
      input = {input.indices + ends_[r], input.values + ends_[r], input.count - ends_[r]};
    }
    sort_found(found);
    for (std::size_t i = 0; i < found; ++i) {
      out.indices[i] = found_[i].index;
      out.values[i] = sums_[found_[i].place];
    }
    return found;
  }

  /// Digit after digit, only those in which indices differ.
  void sort_found(std::size_t count) {
    Index differing = 0;
    for (std::size_t i = 0; i < count; ++i) differing |= found_[i].index ^ found_[0].index;
    const auto bits = static_cast<int>(std::bit_width(differing));
    for (int shift = 0; shift < bits; shift += 8) {
      std::array<std::size_t, 257> begin{};
      for (std::size_t i = 0; i < count; ++i) ++begin[(found_[i].index >> shift & 255) + 1];
      for (std::size_t digit = 0; digit < 256; ++digit) begin[digit + 1] += begin[digit];
      for (std::size_t i = 0; i < count; ++i)
        sorted_[begin[found_[i].index >> shift & 255]++] = found_[i];
      std::swap(found_, sorted_);
    }
  }

  std::vector<View> rest_;
  std::vector<std::size_t> ends_;
  std::vector<Place> table_;
  std::vector<Value> sums_;
  std::vector<Place> found_;
  std::vector<Place> sorted_;
};

}  // namespace sparlab::algos::kernels
