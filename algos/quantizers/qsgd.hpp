#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/parameters/sparcml.hpp"

/// QSGD: stochastic quantization of dense vectors to 2, 4 or 8 bits an element.
///
/// Each bucket of consecutive elements has a scale S, at least its largest magnitude, and s =
/// 2^(bits-1) - 1 levels on either side of zero. Element v is rounded at random to one of the two
/// neighbouring multiples of S/s, so that its expectation is v (to within 2^-22 of a level, and the
/// rounding of Value).
///
/// Variance, with n elements a bucket and for both scales: E|Q(v) - v|^2 <= min(n/s^2, sqrt(n)/s)
/// |v|^2, hence E|Q(v)|^2 <= (1 + min(n/s^2, sqrt(n)/s)) |v|^2. This is the bound of the QSGD
/// paper. SparCML's appendix C quotes it as "1 + n^2/s", which holds but is far from tight. Since
/// p(1-p) <= 1/4, the first term can be sharpened to n/(4 s^2).
///
/// Not finite: a bucket with an infinity or NaN decodes to NaN everywhere, so that none is lost
/// silently. Zero: a bucket of zeros decodes to +0.
///
/// Source: Alistarh et al., NIPS'17; buckets of 1024 in SparCML, SC'19, section 6.
namespace sparlab::algos::quantizers {

/// Wire format: a 24-byte header (magic, bits, bytes of a scale, bucket, count), one Value for each
/// bucket, then the codes in two's complement, lowest bits first; the codes of each bucket start at
/// a byte boundary. For float: count * (bits/32 + 1/bucket) words in addition to the header.
class Qsgd {
 public:
  static constexpr std::size_t kHeaderBytes = 24;

  explicit Qsgd(const model::DsarSplitAllgatherQsgdParameters& parameters);

  const model::DsarSplitAllgatherQsgdParameters& parameters() const { return parameters_; }

  template <class Value>
  std::size_t encoded_bytes(std::uint64_t count) const;

  /// Quantizes elements [first_index, first_index + values.size()) of a vector into `out`, which
  /// has encoded_bytes<Value>(values.size()) bytes. Random numbers are a function of (seed, index).
  /// Cost: one pass over the memory.
  template <class Value>
  void encode(std::span<const Value> values, std::uint64_t first_index,
              std::span<std::byte> out) const;

 private:
  model::DsarSplitAllgatherQsgdParameters parameters_;
};

/// Decodes into `out`, whose size must equal the number of encoded elements. Every field, code and
/// scale is checked before it is used. Throws WireError; then the contents of `out` are
/// unspecified.
template <class Value>
void decode_qsgd(std::span<const std::byte> bytes, std::span<Value> out);

/// QSGD's encoder of one bucket, for one instruction set. All instruction sets give the same bytes.
template <class Value>
struct QsgdKernels {
  const char* name;
  /// Not finite if a value is not finite.
  Value (*largest_magnitude)(const Value* values, std::size_t count);
  /// `scale` is positive, finite and no less than any magnitude. Writes ceil(count * bits / 8)
  /// bytes.
  void (*encode_bucket)(int bits, const Value* values, std::size_t count, Value scale,
                        std::uint64_t seed, std::uint64_t first_index, std::byte* out);
};

/// The kernels that run on any processor, and those for the best instruction set of this processor.
template <class Value>
QsgdKernels<Value> portable_qsgd_kernels();
template <class Value>
QsgdKernels<Value> best_qsgd_kernels();

}  // namespace sparlab::algos::quantizers
