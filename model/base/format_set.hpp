#pragma once

#include <cstdint>
#include <initializer_list>

namespace sparlab::model {

/// The layout of a stream's entries; docs/formats.md specifies the bytes.
enum class Format : std::uint8_t {
  coo = 0,     ///< (index, value) pairs, indices strictly increasing
  dense = 1,   ///< one value for every index of the range
  bitmap = 2,  ///< the values, and one bit for every index of the range
  delta = 3,   ///< the values, and the gaps between indices in about 2 + log2(range/count) bits
  runs = 4,    ///< the values, and (first, last) of each run of consecutive indices
};
inline constexpr std::uint8_t kFormats = 5;

/// The formats that messages may have. coo is always included, since it is the format of streams in
/// memory.
class FormatSet {
 public:
  constexpr FormatSet() = default;
  constexpr FormatSet(std::initializer_list<Format> formats) {
    for (const Format format : formats) bits_ |= bit(format);
  }

  /// The formats of SparCML and of all published systems in sparlab: coo and dense.
  static constexpr FormatSet published() { return {Format::coo, Format::dense}; }
  static constexpr FormatSet all() {
    return {Format::coo, Format::dense, Format::bitmap, Format::delta, Format::runs};
  }

  constexpr bool contains(Format format) const { return (bits_ & bit(format)) != 0; }
  constexpr FormatSet with(Format format) const {
    FormatSet set = *this;
    set.bits_ |= bit(format);
    return set;
  }
  friend constexpr bool operator==(const FormatSet&, const FormatSet&) = default;

 private:
  static constexpr std::uint8_t bit(Format format) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(format));
  }
  std::uint8_t bits_ = bit(Format::coo);
};

}  // namespace sparlab::model
