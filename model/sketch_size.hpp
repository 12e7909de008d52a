#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sparlab::model {

/// Columns of a count sketch of `rows` rows that has lambda cells for each of `nnz` nonzeros:
/// lambda = rows * columns / nnz, rounded up, at least 1. rows >= 1; lambda is positive.
inline std::uint64_t sketch_columns(double lambda, std::uint64_t nnz, std::uint64_t rows) {
  const double columns = std::ceil(lambda * static_cast<double>(nnz) / static_cast<double>(rows));
  constexpr double kMost = 0x1p61;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::min(columns, kMost)));
}

}  // namespace sparlab::model
