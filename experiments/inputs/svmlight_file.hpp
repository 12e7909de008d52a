#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "experiments/inputs/data_file.hpp"

namespace sparlab::experiments::inputs {

/// Labelled sparse samples, stored row by row.
struct Samples {
  std::string name;                     ///< the file's name, for errors
  std::string content_hash;             ///< of the file
  std::vector<double> labels;           ///< one per sample
  std::vector<std::size_t> begin{0};    ///< sample i holds the entries [begin[i], begin[i+1])
  std::vector<std::uint64_t> features;  ///< 0-based, strictly increasing within a sample
  std::vector<double> values;           ///< one per feature entry; zeros of the file are kept
  std::uint64_t universe = 0;           ///< largest feature + 1; 0 without features

  std::size_t size() const { return labels.size(); }
  std::span<const std::uint64_t> features_of(std::size_t sample) const {
    return std::span(features).subspan(begin[sample], begin[sample + 1] - begin[sample]);
  }
  std::span<const double> values_of(std::size_t sample) const {
    return std::span(values).subspan(begin[sample], begin[sample + 1] - begin[sample]);
  }
};

/// Larger indices are not exact as double or in JSON.
inline constexpr std::uint64_t kMaxSvmlightIndex = std::uint64_t{1} << 53;

/// Reads a whole svmlight file: lines of `label [qid:number] index:value ... [# comment]`. Indices
/// start at 1 and increase strictly; all numbers are decimal and accepted by value_limit.hpp; lines
/// end in \n or \r\n; empty lines are allowed. Memory: 16 bytes per entry. `universe` > 0 bounds
/// the indices.
/// Errors  DataError with the line: any other content.
Samples read_svmlight(DataFile& file, std::uint64_t universe = 0);

}  // namespace sparlab::experiments::inputs
