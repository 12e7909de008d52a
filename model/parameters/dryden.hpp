#pragma once

#include "model/parameters/selected_k.hpp"

namespace sparlab::model {

struct DrydenParameters {
  std::uint64_t k = 0;
  bool reselect = true;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &DrydenParameters::k, any_count(),
          "entries that a rank selects from input + residual; each part of the result holds at "
          "most k/P of them (rounded up); 0: the largest number of entries of an input");
    visit("reselect", &DrydenParameters::reselect, yes_or_no(),
          "the owner of a part selects k/P entries after every stage; dropped entries enter its "
          "residual");
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }

  /// The number of entries that a part of the result may hold if ranks agreed on `k` entries in
  /// total. Rounded up, so that with k < P no part stays empty in all calls.
  static constexpr std::uint64_t part_k(std::uint64_t k, std::uint64_t ranks) {
    return k / ranks + (k % ranks != 0 ? 1 : 0);
  }
};

}  // namespace sparlab::model
