#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace sparlab::model {

/// The layout of a stream's entries; docs/formats.md specifies the bytes.
enum class Format : std::uint8_t {
  coo = 0,     ///< (index, value) pairs, indices strictly increasing
  dense = 1,   ///< one value for every index of the range
  bitmap = 2,  ///< the values, and one bit for every index of the range
  delta = 3,   ///< the values, and the gaps between indices in about 2 + log2(range/count) bits
  runs = 4,    ///< the values, and (first, last) of each run of consecutive indices
  pici = 5,    ///< bitmap, and the number of entries before each tile (SpCCL)
};
inline constexpr std::uint8_t kFormats = 6;

/// Indices of a tile of the format pici, 64 x 64, and the bytes of its number.
inline constexpr std::uint64_t kTile = 4096;
inline constexpr std::uint64_t kTileCountBytes = 4;

/// How the values of a message are written; docs/formats.md specifies the bytes.
enum class ValueCode : std::uint8_t {
  none = 0,       ///< as in memory
  exponents = 1,  ///< the exponents of a block in as few bits as the block needs
  integers = 2,   ///< whole numbers of a block in as few bits as the block needs
};

constexpr std::string_view name_of(ValueCode code) {
  return code == ValueCode::none ? "none" : code == ValueCode::exponents ? "exponents" : "integers";
}

/// Values of a block, which share a base and the bits of a code, and the bytes of both. Integers
/// have no base.
inline constexpr std::size_t kCodedBlock = 64;
inline constexpr std::size_t kCodedBlockHeaderBytes = 2;
inline constexpr std::size_t kIntegerBlockHeaderBytes = 1;

/// The bits of a code that are expected of values that may be coded: those of sums of generated
/// inputs, which are normally distributed whole numbers with standard deviations from 7 on.
inline constexpr double kExpectedCodeBits = 3;

/// The formats that messages may have, and the code that their values may have. coo is always
/// included, since it is the format of streams in memory.
class FormatSet {
 public:
  constexpr FormatSet() = default;
  constexpr FormatSet(std::initializer_list<Format> formats) {
    for (const Format format : formats) bits_ |= bit(format);
  }

  /// The formats of SparCML and of all published systems in sparlab: coo and dense.
  static constexpr FormatSet published() { return {Format::coo, Format::dense}; }
  static constexpr FormatSet all() {
    return {Format::coo, Format::dense, Format::bitmap, Format::delta, Format::runs, Format::pici};
  }

  constexpr bool contains(Format format) const { return (bits_ & bit(format)) != 0; }
  constexpr FormatSet with(Format format) const {
    FormatSet set = *this;
    set.bits_ |= bit(format);
    return set;
  }

  constexpr ValueCode value_code() const { return value_code_; }
  constexpr FormatSet with(ValueCode code) const {
    FormatSet set = *this;
    set.value_code_ = code;
    return set;
  }
  /// Values are integers, of which an input's take `bits` bits: delta then counts with these.
  constexpr FormatSet with_integers(std::uint8_t bits) const {
    FormatSet set = with(ValueCode::integers);
    set.integer_bits_ = bits;
    return set;
  }
  constexpr std::uint8_t integer_bits() const { return integer_bits_; }
  friend constexpr bool operator==(const FormatSet&, const FormatSet&) = default;

 private:
  static constexpr std::uint8_t bit(Format format) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(format));
  }
  std::uint8_t bits_ = bit(Format::coo);
  ValueCode value_code_ = ValueCode::none;
  std::uint8_t integer_bits_ = 0;
};

/// A stream as a message: its format, its size, and the bytes that are read and written to convert
/// a stream in memory to it and back. coo and dense streams need no conversion unless their values
/// are coded.
struct Packing {
  Format format = Format::coo;
  ValueCode code = ValueCode::none;
  double bytes = 0;          ///< size of the message, header included
  double pack_copies = 0;    ///< bytes copied at the sender
  double unpack_copies = 0;  ///< bytes copied at the receiver

  double copies() const { return pack_copies + unpack_copies; }
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
  /// Expected of exponents that may be coded, with 8 bits the code is never smaller; or of the
  /// integers of one input.
  double code_bits = 8;

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

  /// A coo stream in its smallest format, its values coded if that is smaller. A conversion reads
  /// all of one form and writes all of the other. If the runs format is enabled, the sender also
  /// reads all indices to count the runs; if values may be coded, it reads all of them to find the
  /// size of the code. `coded` is that size, if known.
  Packing pack(FormatSet formats, double entries, double elements, double runs,
               std::optional<double> coded = {}) const;
  /// The same of a dense stream.
  Packing pack_dense(FormatSet formats, double elements, std::optional<double> coded = {}) const;
  /// Bytes that are read and written to convert a message of that form and size to a stream in
  /// memory with as many values.
  double conversion_bytes(Format format, ValueCode code, double message_bytes, double values) const;

  /// Whether values of the type may have the code: integers are floats.
  constexpr bool codes_values(ValueCode code) const {
    return code == ValueCode::integers ? value_bytes == 4
                                       : code == ValueCode::exponents && code_bits < 8;
  }
  /// Expected size of values whose exponents are coded.
  double coded_bytes(double values) const;
  /// Expected size of sums of integers that take `more_bits` more bits than those of one input.
  double integer_bytes(double values, double more_bits) const;

  /// delta: the number of entries from which `elements` values sent densely take no more bytes than
  /// the smallest enabled sparse format. SparCML (SC'19, section 5.1) has coo: N*isize/(c+isize).
  /// The bitmap format, with one bit per index, moves it to N - N/(8*isize), which is 31/32 N for
  /// 4-byte values; pici to slightly less. At that density, the gaps of the delta format take one
  /// bit per index too. The
  /// runs format is not considered, because the two partners of an exchange do not both know the
  /// number of runs. Integers count with the bits that those of one input take.
  double dense_switch(double elements, FormatSet formats = FormatSet::published()) const;

  /// Whether SparCML's rule switches from coo to dense: the inputs of a reduction over `elements`
  /// indices together hold at least delta entries (`entries`). Never switches without entries, even
  /// over an empty range, or if the dense format is not enabled.
  bool goes_dense(double entries, double elements,
                  FormatSet formats = FormatSet::published()) const {
    return formats.contains(Format::dense) && entries > 0 &&
           entries >= dense_switch(elements, formats);
  }

 private:
  Packing packed(Packing plain, FormatSet formats, double values,
                 std::optional<double> coded) const;
};

/// The number of low bits of each gap that the delta format stores directly (the rest is unary),
/// chosen to minimise its size. Depends only on doubles, so all ranks compute the same number.
int delta_low_bits(double entries, double elements);

/// Size of the header of a QSGD encoding; not counted in headerless formats.
inline constexpr double kQsgdHeaderBytes = 24;

/// Size of a message of `elements` values as QSGD codes (algos/quantizers/qsgd.hpp): one value per
/// bucket for the scale, then `bits` bits per element; each bucket starts at a byte boundary.
/// Headerless, this is elements * (bits/32 + 1/bucket) words of 4 bytes.
double qsgd_bytes(const WireFormat& wire, double elements, std::uint64_t bits,
                  std::uint64_t bucket);

/// Size of a message of entries as their indices and mean (algos/quantizers/sign_mean.hpp): their
/// number as an index, the indices, one value; k+2 words.
constexpr double sign_mean_bytes(const WireFormat& wire, double entries) {
  return (entries + 1) * wire.index_bytes + wire.value_bytes;
}

/// Bytes that are read and written to convert a coo stream to that message or back.
constexpr double sign_mean_copies(const WireFormat& wire, double entries) {
  return sign_mean_bytes(wire, entries) + entries * (wire.index_bytes + wire.value_bytes);
}

/// Size of an index in messages of indices alone (algos/steps/separate_allgather.hpp).
inline constexpr double kWideIndexBytes = 8;

/// Bytes that are read and written to convert a coo stream to two messages of `sent` indices and
/// values, padding included, or back.
constexpr double separate_copies(const WireFormat& wire, double entries, double sent) {
  return entries * (wire.index_bytes + wire.value_bytes) +
         sent * (kWideIndexBytes + wire.value_bytes);
}

}  // namespace sparlab::model
