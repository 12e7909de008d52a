#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "model/parameters/top_k.hpp"

namespace sparlab::model {

/// How a rank selects.
enum class Selector : std::uint8_t {
  exact,  ///< the k largest entries
  dgc,    ///< those above a threshold from a sample
  sidco,  ///< those above a threshold from a fitted distribution
};

/// What SIDCo fits to magnitudes. Its later stages fit a generalized Pareto distribution for gamma,
/// too.
enum class MagnitudeFit : std::uint8_t { exponential, gamma, generalized_pareto };

struct TopkAllgatherParameters {
  std::uint64_t k = 0;
  Selector selector = Selector::exact;
  double sample = 0.01;
  MagnitudeFit fit = MagnitudeFit::exponential;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = TopkAllgatherParameters;
    visit("k", &P::k, any_count(), kSelectedKMeaning);
    visit("selector", &P::selector,
          Choices<Selector>{
              {"exact", Selector::exact}, {"dgc", Selector::dgc}, {"sidco", Selector::sidco}},
          "exact: the k largest entries; dgc, sidco: about k entries, above a threshold that a "
          "sample or a fitted distribution gives");
    visit("sample", &P::sample, between(0, 1),
          "share of the entries that dgc samples; at least 2/k of them are");
    visit("fit", &P::fit,
          Choices<MagnitudeFit>{{"exponential", MagnitudeFit::exponential},
                                {"gamma", MagnitudeFit::gamma},
                                {"generalized_pareto", MagnitudeFit::generalized_pareto}},
          "distribution of magnitudes that sidco fits");
  }
  void check(const Shape& shape) const {
    check_selected_k(k, shape);
    if (k == 0) refuse_without_effect(*this, "selector", "k above 0");
    if (selector != Selector::dgc) refuse_without_effect(*this, "sample", "selector=dgc");
    if (selector != Selector::sidco) refuse_without_effect(*this, "fit", "selector=sidco");
  }

  /// Of so many entries, those that are sampled, but for rounding; 0 if a sample would be all of
  /// them, or there are at most k.
  double sampled(double entries) const {
    const auto wanted = static_cast<double>(k);
    if (selector != Selector::dgc || entries <= wanted) return 0;
    const double size = std::max(sample, 2 / wanted) * entries;
    return size < entries ? size : 0;
  }
};

}  // namespace sparlab::model
