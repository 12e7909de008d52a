#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "model/fill_in/holder_histogram.hpp"

namespace sparlab::model {

/// Estimators of the expected union of any number of ranks, from the counts of holders among n
/// recorded ranks.
enum class UnionModel : std::uint8_t {
  mixture,
  beta_binomial,
  good_toulmin,
  lower_bound,
  independent,
  uniform,
};

struct UnionModelInfo {
  UnionModel model;
  std::string_view name;
  std::string_view title;
  bool candidate;  ///< may be recommended; the others are bounds and simpler formulas to compare
};

/// In the order of the enumeration. Earlier candidates are preferred to later ones that predict
/// equally well.
inline constexpr std::array<UnionModelInfo, 6> kUnionModels = {{
    {UnionModel::mixture, "mixture", "frequencies of any distribution", true},
    {UnionModel::beta_binomial, "beta-binomial", "Beta frequencies, from indices held 1 to 3 times",
     true},
    {UnionModel::good_toulmin, "good-toulmin", "Good and Toulmin to 2n, a Beta tail beyond", true},
    {UnionModel::lower_bound, "lower-bound", "growth that shrinks by a constant factor (Chao)",
     false},
    {UnionModel::independent, "independent", "recorded frequencies, nothing unseen", false},
    {UnionModel::uniform, "uniform", "as many indices, drawn evenly from all N", false},
}};

inline const UnionModelInfo& info_of(UnionModel model) {
  return kUnionModels[static_cast<std::size_t>(model)];
}

/// The expected union by number of ranks. It does not decrease.
using UnionCurve = std::function<double(std::uint64_t ranks)>;

/// The exact mean over all subsets of `ranks` <= n recorded ranks:
/// sum_i f_i (1 - C(n-i, ranks) / C(n, ranks)). O(n).
double rarefied(const HolderHistogram& histogram, std::uint64_t ranks);

/// Fits a model. Up to n ranks, all but `independent` and `uniform` are rarefied(). Beyond, unions
/// are at most N, and at most N(1 - (1 - seen/N)^(m/n)) unless the recorded ranks share too few
/// indices to be independent (disjoint parts of a data set, for instance).
UnionCurve fit_union(UnionModel model, const HolderHistogram& histogram);

}  // namespace sparlab::model
