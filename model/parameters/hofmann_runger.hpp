#pragma once

#include <algorithm>
#include <cstdint>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

struct HofmannRungerParameters {
  std::uint64_t segment = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("segment", &HofmannRungerParameters::segment, any_count(),
          "elements of the range in a segment of the pipeline; 0: a 64th of the range, but at "
          "least 1024");
  }
  /// Elements of each segment of a range of `elements`; the last one may have fewer.
  std::uint64_t segment_size(std::uint64_t elements) const {
    constexpr std::uint64_t segments = 64;
    constexpr std::uint64_t least = 1024;
    return segment > 0 ? segment
                       : std::max(least, elements / segments + (elements % segments != 0));
  }
  /// Number of segments of a range of `elements`; an empty range has one.
  std::uint64_t segments(std::uint64_t elements) const {
    return elements == 0 ? 1 : (elements - 1) / segment_size(elements) + 1;
  }
};

}  // namespace sparlab::model
