#pragma once

#include <cstdint>

namespace sparlab::model {

/// Sizes of what travels, in bytes. `ours` counts the real 32-byte stream header; the published
/// formulas ignore headers (`headerless`).
struct WireFormat {
  double header_bytes = 32;
  double index_bytes = 4;
  double value_bytes = 4;

  static constexpr WireFormat ours(double index_bytes, double value_bytes) {
    return {32, index_bytes, value_bytes};
  }
  static constexpr WireFormat headerless(double index_bytes, double value_bytes) {
    return {0, index_bytes, value_bytes};
  }

  constexpr double coo_bytes(double entries) const {
    return header_bytes + entries * (index_bytes + value_bytes);
  }
  constexpr double dense_bytes(double elements) const {
    return header_bytes + elements * value_bytes;
  }

  /// delta: from this many entries on, `elements` values sent densely take no more bytes than
  /// (index, value) pairs. SparCML (SC'19, section 5.1): N*isize/(c+isize).
  constexpr double dense_switch(double elements) const {
    return elements * value_bytes / (index_bytes + value_bytes);
  }

  /// Whether SparCML's rule leaves the coo format: `entries`, all inputs of a reduction over
  /// `elements` indices together, reach delta. No entries stay coo, even over an empty range.
  constexpr bool goes_dense(double entries, double elements) const {
    return entries > 0 && entries >= dense_switch(elements);
  }
};

}  // namespace sparlab::model
