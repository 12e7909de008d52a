#pragma once

#include "model/base/format_set.hpp"

namespace sparlab::model {

/// A stream as a message: its format, its size, and the bytes that are read and written to convert
/// a coo stream to it and back. coo and dense streams need no conversion.
struct Packing {
  Format format = Format::coo;
  double bytes = 0;          ///< size of the message, header included
  double pack_copies = 0;    ///< bytes copied at the sender
  double unpack_copies = 0;  ///< bytes copied at the receiver
};

/// Sizes of messages, in bytes. `ours` counts the real 32-byte stream header; the published
/// formulas ignore headers (`headerless`).
///
/// `entries` are the nonzeros of a stream, `elements` the indices of its range, `runs` its runs of
/// consecutive indices; counts may be expectations.
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
  /// The size in any format, in closed form. Only the runs format depends on `runs`; dense depends
  /// on `elements` only.
  double bytes(Format format, double entries, double elements, double runs) const;

  /// The sparse format of `formats` that takes the fewest bytes; of equally small ones the first in
  /// the order of Format, so coo, which needs no conversion, is preferred.
  Format smallest(FormatSet formats, double entries, double elements, double runs) const;

  /// A coo stream in its smallest format. A conversion reads all of one format and writes all of
  /// the other; if the runs format is enabled, the sender also reads all indices to count the runs.
  Packing pack(FormatSet formats, double entries, double elements, double runs) const;
  /// Bytes that are read and written to convert a message of that format and size to a coo stream.
  double conversion_bytes(Format format, double message_bytes, double entries) const;

  /// delta: the number of entries from which `elements` values sent densely take no more bytes than
  /// the smallest enabled sparse format. SparCML (SC'19, section 5.1) has coo: N*isize/(c+isize).
  /// The bitmap format, with one bit per index, moves it to N - N/(8*isize), which is 31/32 N for
  /// 4-byte values. At that density, the gaps of the delta format take one bit per index too. The
  /// runs format is not considered, because the two partners of an exchange do not both know the
  /// number of runs.
  double dense_switch(double elements, FormatSet formats = FormatSet::published()) const;

  /// Whether SparCML's rule switches from coo to dense: the inputs of a reduction over `elements`
  /// indices together hold at least delta entries (`entries`). Never switches without entries, even
  /// over an empty range, or if the dense format is not enabled.
  bool goes_dense(double entries, double elements,
                  FormatSet formats = FormatSet::published()) const {
    return formats.contains(Format::dense) && entries > 0 &&
           entries >= dense_switch(elements, formats);
  }
};

/// The number of low bits of each gap that the delta format stores directly (the rest is unary),
/// chosen to minimise its size. Depends only on doubles, so all ranks compute the same number.
int delta_low_bits(double entries, double elements);

}  // namespace sparlab::model
