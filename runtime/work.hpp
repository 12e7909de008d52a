#pragma once

#include <array>
#include <cstddef>

namespace sparlab::runtime {

/// Kinds of local work that simulated engines charge by gamma (see model::Gammas for the units).
enum class WorkKind : unsigned char {
  merge,      ///< entries of both inputs of a sparse merge
  scatter,    ///< entries added into a dense block
  dense_sum,  ///< elements of one input of a dense sum
  copy,       ///< bytes moved
  select,     ///< entries from which a selector chooses
};
inline constexpr std::size_t kWorkKinds = 5;

struct Work {
  WorkKind kind;
  double count;
};

/// Seconds per unit of each kind, indexed by WorkKind.
using WorkRates = std::array<double, kWorkKinds>;

}  // namespace sparlab::runtime
