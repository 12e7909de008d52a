#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/interleaved_merge.hpp"

namespace sparlab::algos::kernels {

/// Merges many streams by a balanced tree and reduces only at the end.
///
/// Combining inside the tree would change the order of the operands and therefore the rounding.
/// Stable merges keep all entries of an index in the order of the inputs. One final pass reduces
/// them from left to right. With n inputs of T entries in all: O(T log n) work, 2T entries of
/// scratch.
template <class Value, class Index>
class MergeTree {
 public:
  using View = CooView<Value, Index>;
  using Out = CooOut<Value, Index>;

  /// Shape    out has room for as many entries as all inputs hold.
  /// Returns  the number of entries written.
  template <class Op>
  std::size_t reduce(std::span<const View> inputs, Op op, Out out) {
    runs_.assign(inputs.begin(), inputs.end());
    for (Buffer* target = &buffers_[0]; runs_.size() > 1; target = other(target))
      merge_pairs(*target);
    return runs_.empty() ? 0 : fold(runs_.front(), op, out);
  }

 private:
  struct Buffer {
    std::vector<Index> indices;
    std::vector<Value> values;
  };

  Buffer* other(const Buffer* buffer) {
    return buffer == &buffers_[0] ? &buffers_[1] : &buffers_[0];
  }

  /// Replaces each pair of neighbouring runs by one run in `target`. A last single run is moved
  /// there too, since its buffer is the target of the next level.
  void merge_pairs(Buffer& target) {
    std::size_t total = 0;
    for (const View& run : runs_) total += run.count;
    if (target.indices.size() < total) {
      target.indices.resize(total);
      target.values.resize(total);
    }
    std::size_t written = 0;
    for (std::size_t r = 0; r < runs_.size(); r += 2) {
      const View second = r + 1 < runs_.size() ? runs_[r + 1] : View{};
      const Out out{target.indices.data() + written, target.values.data() + written};
      const std::size_t count =
          InterleavedMerge<Value, Index, KeepAllRule>(runs_[r], second, {}, out).run();
      runs_[r / 2] = {out.indices, out.values, count};
      written += count;
    }
    runs_.resize((runs_.size() + 1) / 2);
  }

  /// Reduces each group of equal indices from left to right.
  template <class Op>
  static std::size_t fold(View run, Op op, Out out) {
    if (run.count == 0) return 0;
    Index index = run.indices[0];
    Value value = run.values[0];
    std::size_t written = 0;
    for (std::size_t i = 1; i < run.count; ++i) {
      if (run.indices[i] == index) {
        value = op(value, run.values[i]);
        continue;
      }
      out.indices[written] = index;
      out.values[written++] = value;
      index = run.indices[i];
      value = run.values[i];
    }
    out.indices[written] = index;
    out.values[written++] = value;
    return written;
  }

  std::vector<View> runs_;
  Buffer buffers_[2];
};

}  // namespace sparlab::algos::kernels
