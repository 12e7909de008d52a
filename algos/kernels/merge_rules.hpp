#pragma once

#include <cstddef>

#include "algos/kernels/reduction.hpp"

/// Branch-free rules for one step of a merge, which looks at the heads of two streams.
namespace sparlab::algos::kernels {

/// 0 or 1, opaque to the compiler. Otherwise it would turn several uses of one comparison back into
/// the branch that this code avoids.
inline std::size_t as_number(bool condition) {
  std::size_t number = condition;
  asm("" : "+r"(number));
  return number;
}

/// How many entries of each stream a step takes: 0 or 1.
struct Taken {
  std::size_t a;
  std::size_t b;
};

/// The union of two streams: equal indices are combined by `op`.
template <class Op>
struct UnionRule {
  static constexpr bool has_built_in_op = is_built_in<Op>;
  Op op;

  /// Writes the entry of this step to position 0; may also overwrite position 1.
  template <class Value, class Index>
  Taken step(Index a, Index b, Value a_value, Value b_value, Index* index, Value* value) const {
    const std::size_t a_first = as_number(a < b);
    const std::size_t b_first = as_number(b < a);
    index[0] = a;
    index[a_first] = b;
    value[0] = a_value;
    value[a_first] = b_value;
    if constexpr (has_built_in_op)
      value[a_first + b_first] = op(a_value, b_value);
    else if (a == b)
      value[0] = op(a_value, b_value);
    return {1 - b_first, 1 - a_first};
  }
};

}  // namespace sparlab::algos::kernels
