#pragma once

#include "model/base/wire_format.hpp"
#include "model/parameters/selected_k.hpp"

namespace sparlab::model {

/// The number of entries of the result from which its parts are gathered densely.
enum class ResultSwitch : std::uint8_t {
  half,   ///< SparCML's delta, where dense is no larger: N/2 for values and indices of one size
  third,  ///< N/3, as in Ok-Topk's code
};

struct TopkDsaParameters {
  std::uint64_t k = 0;
  ResultSwitch result_switch = ResultSwitch::half;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &TopkDsaParameters::k, any_count(), kSelectedKMeaning);
    visit("switch", &TopkDsaParameters::result_switch,
          Choices<ResultSwitch>{{"half", ResultSwitch::half}, {"third", ResultSwitch::third}},
          "number of entries from which the result is gathered densely; half: where dense is no "
          "larger (N/2 for coo); third: N/3");
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }

  /// Whether a result of `entries` entries of `elements` is gathered densely. Never if the dense
  /// format is not enabled.
  bool goes_dense(double entries, double elements, const WireFormat& wire,
                  FormatSet formats) const {
    if (result_switch == ResultSwitch::third)
      return formats.contains(Format::dense) && entries > 0 && 3 * entries >= elements;
    return wire.goes_dense(entries, elements, formats);
  }
};

}  // namespace sparlab::model
