#pragma once

#include "model/format_set.hpp"

namespace sparlab::model {

/// A stream as it travels: its layout, its size, and the bytes that are read and written to turn a
/// coo stream into it and back. coo and dense streams travel as they are.
struct Packing {
  Format format = Format::coo;
  double bytes = 0;          ///< of the message, header included
  double pack_copies = 0;    ///< bytes, at the sender
  double unpack_copies = 0;  ///< bytes, at the receiver
};

/// Sizes of what travels, in bytes. `ours` counts the real 32-byte stream header; the published
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
  /// Of any format, in closed form. Only `runs` looks at the runs, and only dense at nothing but
  /// the elements.
  double bytes(Format format, double entries, double elements, double runs) const;

  /// The sparse format of `formats` that takes the fewest bytes; of equals the first in the order
  /// of Format, so that coo, which needs no conversion, comes first.
  Format smallest(FormatSet formats, double entries, double elements, double runs) const;

  /// A coo stream in its smallest format. A conversion reads all of one layout and writes all of
  /// the other; with `runs` enabled, the sender has also read all indices to count the runs.
  Packing pack(FormatSet formats, double entries, double elements, double runs) const;
  /// Bytes that are read and written to turn a message of that format and size into a coo stream.
  double conversion_bytes(Format format, double message_bytes, double entries) const;

  /// delta: from this many entries on, `elements` values sent densely take no more bytes than the
  /// smallest enabled sparse format. SparCML (SC'19, section 5.1) has coo: N*isize/(c+isize). A bit
  /// an index moves it to N - N/(8*isize), 31/32 N for 4-byte values; there the gaps take a bit an
  /// index, too. Runs do not count: their number is not known to both partners of an exchange.
  double dense_switch(double elements, FormatSet formats = FormatSet::published()) const;

  /// Whether SparCML's rule leaves the coo format: `entries`, all inputs of a reduction over
  /// `elements` indices together, reach delta. No entries stay coo, even over an empty range, and
  /// without the dense format all do.
  bool goes_dense(double entries, double elements,
                  FormatSet formats = FormatSet::published()) const {
    return formats.contains(Format::dense) && entries > 0 &&
           entries >= dense_switch(elements, formats);
  }
};

/// Bits of each gap that the delta format stores as they are, the rest being in unary: the number
/// that minimises its size. Depends on doubles alone, hence is the same wherever it is computed.
int delta_low_bits(double entries, double elements);

}  // namespace sparlab::model
