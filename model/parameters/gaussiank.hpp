#pragma once

#include "model/parameters/selected_k.hpp"

namespace sparlab::model {

/// The formula for the threshold from mean and deviation: see
/// algos/selectors/gaussian_threshold.hpp.
enum class GaussianForm : std::uint8_t { corrected, published };

/// How that threshold is adjusted when it selects too few or too many.
enum class GaussianBand : std::uint8_t {
  corrected,
  none,
  paper,
  oktopk_vgg,
  oktopk_lstm,
  oktopk_bert,
  gaussiank,
};

struct GaussiankParameters {
  std::uint64_t k = 0;
  GaussianForm form = GaussianForm::corrected;
  GaussianBand adjustment = GaussianBand::corrected;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &GaussiankParameters::k, any_count(),
          "entries of input + residual that the threshold should select; 0: all");
    visit("form", &GaussiankParameters::form,
          Choices<GaussianForm>{{"corrected", GaussianForm::corrected},
                                {"published", GaussianForm::published}},
          "threshold; corrected: the magnitude that k of N normal values exceed; published: the "
          "paper's formula, which is correct only for a mean of 0");
    visit("adjustment", &GaussiankParameters::adjustment,
          Choices<GaussianBand>{{"corrected", GaussianBand::corrected},
                                {"none", GaussianBand::none},
                                {"paper", GaussianBand::paper},
                                {"oktopk_vgg", GaussianBand::oktopk_vgg},
                                {"oktopk_lstm", GaussianBand::oktopk_lstm},
                                {"oktopk_bert", GaussianBand::oktopk_bert},
                                {"gaussiank", GaussianBand::gaussiank}},
          "adjustment of a threshold that selects too few or too many entries; corrected: an exact "
          "top-k outside of [3k/4, 5k/4]; none: no adjustment; the others: the loops of the paper "
          "and of the public codes");
  }
  void check(const Shape& shape) const {
    check_selected_k(k, shape);
    if (k > 0) return;
    for (const std::string_view name : {"form", "adjustment"})
      refuse_without_effect(*this, name, "k above 0");
  }
};

}  // namespace sparlab::model
