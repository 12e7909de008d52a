#pragma once

#include "model/parameters/selected_k.hpp"

namespace sparlab::model {

struct TopkAllgatherParameters {
  std::uint64_t k = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &TopkAllgatherParameters::k, any_count(), kSelectedKMeaning);
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }
};

}  // namespace sparlab::model
