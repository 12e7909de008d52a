#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "model/parameters/blocks.hpp"

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

struct S2ReducerParameters {
  std::uint64_t rows = 1;
  double lambda = 0.5;
  std::uint64_t columns = 0;
  std::uint64_t block = 256;
  BlockFlags bitmap = BlockFlags::packed;
  std::uint64_t seed = 42;

  static constexpr double kMostLambda = 0x1p20;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = S2ReducerParameters;
    visit(
        "rows", &P::rows,
        Rule<std::uint64_t>{"odd numbers from 1 to 65535 (the median of an even number is biased)",
                            [](std::uint64_t r) { return r % 2 == 1 && r < (1U << 16); }},
        "rows r of the sketch; an estimate is the median over the rows");
    visit("lambda", &P::lambda,
          Rule<double>{"a positive number up to 2^20",
                       [](double lambda) { return lambda > 0 && lambda <= kMostLambda; }},
          "cells of the sketch for each nonzero of an input");
    visit("columns", &P::columns,
          Rule<std::uint64_t>{"0 to 2^40", [](std::uint64_t c) { return c <= kMostSketchColumns; }},
          "columns c of the sketch; 0: computed from lambda and the largest input, on which ranks "
          "agree");
    visit("block", &P::block, at_least(1), kBlockMeaning);
    visit("bitmap", &P::bitmap, block_flag_choices(), kBlockFlagsMeaning);
    visit("seed", &P::seed, any_count(), "seed of the hashes; the same on all ranks");
  }
};

/// Parameters of the stand-in for OmniReduce that S2 Reducer's code measured.
struct S2OmnireduceStandinParameters {
  std::uint64_t block = 256;
  BlockFlags bitmap = BlockFlags::float_per_block;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = S2OmnireduceStandinParameters;
    visit("block", &P::block, at_least(1), kBlockMeaning);
    visit("bitmap", &P::bitmap, block_flag_choices(), kBlockFlagsMeaning);
  }
};

}  // namespace sparlab::model
