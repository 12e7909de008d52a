#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sparlab::model {

inline constexpr std::uint64_t kMostSketchColumns = std::uint64_t{1} << 40;

/// Number of columns of a count sketch with `rows` rows and lambda cells for each of `nnz`
/// nonzeros: lambda = rows * columns / nnz, rounded up, 1 to kMostSketchColumns. rows >= 1; lambda
/// is positive.
inline std::uint64_t sketch_columns(double lambda, std::uint64_t nnz, std::uint64_t rows) {
  const double columns = std::ceil(lambda * static_cast<double>(nnz) / static_cast<double>(rows));
  constexpr auto kMost = static_cast<double>(kMostSketchColumns);
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::min(columns, kMost)));
}

}  // namespace sparlab::model
