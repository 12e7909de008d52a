#pragma once

#include <span>

#include "model/choice/agreed_inputs.hpp"

namespace sparlab::model {

/// How much more inputs overlap where their entries are dense: an index in a bin of d times the
/// mean density has on average d^e times as many holders. e is 0 where all bins are alike, or where
/// the sample does not show a difference.
///
/// e is the exponent of a Poisson regression of the holders of the sampled indices on the densities
/// of their bins, minus its standard error, which counts that real holders vary more than
/// Poisson's.
///
/// Source  McCullagh and Nelder, Generalized Linear Models, 2nd ed., 1989, chapter 9 (quasi-
///         likelihood).
double overlap_exponent(const InputBins& shares, std::span<const SampledIndices> sample);

}  // namespace sparlab::model
