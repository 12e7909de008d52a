#pragma once

#include <cstdint>

#include "model/base/range.hpp"
#include "model/parameters/blocks.hpp"
#include "model/parameters/fields.hpp"

namespace sparlab::model {

/// What ranks send to switches.
enum class NetworkVectors : std::uint8_t { sparse, dense };

struct InNetworkParameters {
  NetworkVectors vectors = NetworkVectors::sparse;
  std::uint64_t segment = std::uint64_t{1} << 16;
  std::uint64_t window = 8;
  std::uint64_t table = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("vectors", &InNetworkParameters::vectors,
          Choices<NetworkVectors>{{"sparse", NetworkVectors::sparse},
                                  {"dense", NetworkVectors::dense}},
          "what ranks send: sparse: entries, as to Flare; dense: all values, as to SHARP");
    visit("segment", &InNetworkParameters::segment, at_least(1),
          "consecutive indices of a segment, which a switch adds at once");
    visit("window", &InNetworkParameters::window, at_least(1),
          "segments that a switch holds at a time");
    visit("table", &InNetworkParameters::table, any_count(),
          "entries of a segment that a switch can hold; it passes on what does not fit. 0: a place "
          "for each index of the segment");
  }
  void check(const Shape& shape) const {
    require_few_pieces("segment", segment, shape.universe);
    if (is_dense()) refuse_without_effect(*this, "table", "vectors=sparse");
  }
  bool is_dense() const { return vectors == NetworkVectors::dense; }
  /// Segments of a range of `elements`; an empty range has one.
  std::uint64_t segments(std::uint64_t elements) const {
    return elements == 0 ? 1 : (elements - 1) / segment + 1;
  }
  Range segment_at(Range whole, std::uint64_t number) const {
    const std::uint64_t lo = whole.lo + number * segment;
    return {lo, number + 1 == segments(whole.size()) ? whole.hi : lo + segment};
  }
};

}  // namespace sparlab::model
