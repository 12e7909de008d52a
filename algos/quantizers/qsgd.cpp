#include "algos/quantizers/qsgd.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "algos/formats/format.hpp"
#include "algos/kernels/instantiate.hpp"
#include "model/base/contract.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::algos::quantizers {
namespace {

constexpr std::uint64_t kMostInBucket = std::uint64_t{1} << 31;

struct Header {
  static constexpr std::uint32_t kMagic = 0x31515053;  // "SPQ1"
  std::uint32_t magic = kMagic;
  std::uint8_t bits = 0;
  std::uint8_t scale_bytes = 0;
  std::uint16_t reserved = 0;
  std::uint64_t bucket = 0;
  std::uint64_t count = 0;
};
static_assert(sizeof(Header) == Qsgd::kHeaderBytes && sizeof(Header) == model::kQsgdHeaderBytes);

/// Positions of the parts of an encoding. The codes of each bucket start at a byte boundary.
struct Layout {
  explicit Layout(const Header& header)
      : buckets(header.count / header.bucket + (header.count % header.bucket != 0 ? 1 : 0)),
        bucket_bytes((header.bucket * header.bits + 7) / 8),
        codes_offset(sizeof(Header) + buckets * header.scale_bytes),
        total(codes_offset + header.count / header.bucket * bucket_bytes +
              (header.count % header.bucket * header.bits + 7) / 8) {}
  std::uint64_t buckets;
  std::uint64_t bucket_bytes;
  std::uint64_t codes_offset;
  std::uint64_t total;
};

[[noreturn]] void refuse_codes(const std::string& why) {
  throw WireError("damaged QSGD encoding: " + why);
}

Header checked_header(std::span<const std::byte> bytes) {
  const std::optional<Header> read = read_header<Header>(bytes);
  if (!read || read->reserved != 0) refuse_codes("no QSGD header");
  const Header header = *read;
  if (header.bits != 2 && header.bits != 4 && header.bits != 8)
    refuse_codes(fmt::format("{} bits", header.bits));
  if (header.scale_bytes != 2 && header.scale_bytes != 4 && header.scale_bytes != 8)
    refuse_codes(fmt::format("scales of {} bytes", header.scale_bytes));
  if (header.bucket == 0 || header.bucket > kMostInBucket)
    refuse_codes(fmt::format("buckets of {}", header.bucket));
  // Bounds the count before sizes are computed from it, so that no size overflows.
  if (header.count / 4 > bytes.size()) refuse_codes("shorter than its count promises");
  const std::uint64_t expected = Layout(header).total;
  if (bytes.size() != expected)
    refuse_codes(fmt::format("{} bytes where its header promises {}", bytes.size(), expected));
  return header;
}

/// The norm, clamped to at least `largest` and at most the largest finite number; the bounds still
/// hold.
template <class Value>
Value l2_norm(std::span<const Value> values, Value largest) {
  double sum = 0;
  for (const Value value : values) {
    const double ratio = static_cast<double>(value) / static_cast<double>(largest);
    sum += ratio * ratio;
  }
  const double norm = static_cast<double>(largest) * std::sqrt(sum);
  const double most = static_cast<double>(std::numeric_limits<Value>::max());
  return std::max(static_cast<Value>(std::min(norm, most)), largest);
}

/// Decodes one bucket; the codes' padding must be zero.
template <class Value>
void decode_bucket(const std::byte* codes, int bits, Value scale, std::span<Value> out) {
  const int levels = (1 << (bits - 1)) - 1;
  const std::size_t in_byte = static_cast<std::size_t>(8 / bits);
  const int unused_bits = 32 - bits;
  bool damaged = false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto byte = std::to_integer<std::uint32_t>(codes[i / in_byte]);
    const std::uint32_t shifted = byte >> (i % in_byte * static_cast<std::size_t>(bits));
    const int level = static_cast<std::int32_t>(shifted << unused_bits) >> unused_bits;
    damaged |= level < -levels;
    // Divides first: this neither overflows nor is lost in denormals, and the last level is exact.
    using Computed = ComputedAs<Value>;
    out[i] = Value{static_cast<Computed>(level) / static_cast<Computed>(levels) * Computed{scale}};
  }
  const std::size_t rest = out.size() % in_byte;
  if (rest != 0) {
    damaged |= std::to_integer<unsigned>(codes[out.size() / in_byte]) >>
                   (rest * static_cast<std::size_t>(bits)) !=
               0;
  }
  if (damaged) refuse_codes("a code that no encoder writes");
}

/// Buckets of zeros, and buckets with a value that is not finite, have codes 0 and no levels.
template <class Value>
void decode_constant_bucket(std::span<const std::byte> codes, Value value, std::span<Value> out) {
  if (std::any_of(codes.begin(), codes.end(), [](std::byte code) { return code != std::byte{}; }))
    refuse_codes("codes in a bucket without levels");
  std::fill(out.begin(), out.end(), value);
}

}  // namespace

Qsgd::Qsgd(const model::DsarSplitAllgatherQsgdParameters& parameters) : parameters_(parameters) {
  SPARLAB_EXPECTS(parameters.bits == 2 || parameters.bits == 4 || parameters.bits == 8);
  SPARLAB_EXPECTS(parameters.bucket >= 1 && parameters.bucket <= kMostInBucket);
}

template <class Value>
std::size_t Qsgd::encoded_bytes(std::uint64_t count) const {
  const auto wire = model::WireFormat::ours(0, sizeof(Value));
  return static_cast<std::size_t>(
      model::qsgd_bytes(wire, static_cast<double>(count), parameters_.bits, parameters_.bucket));
}

template <class Value>
void Qsgd::encode(std::span<const Value> values, std::uint64_t first_index,
                  std::span<std::byte> out) const {
  Header header;
  header.bits = static_cast<std::uint8_t>(parameters_.bits);
  header.scale_bytes = sizeof(Value);
  header.bucket = parameters_.bucket;
  header.count = values.size();
  const Layout layout(header);
  SPARLAB_EXPECTS(out.size() == layout.total);
  std::memcpy(out.data(), &header, sizeof header);

  const QsgdKernels<Value> kernels = best_qsgd_kernels<Value>();
  for (std::uint64_t b = 0; b < layout.buckets; ++b) {
    const std::uint64_t begin = b * header.bucket;
    const auto bucket = values.subspan(begin, std::min(header.bucket, header.count - begin));
    std::byte* codes = out.data() + layout.codes_offset + b * layout.bucket_bytes;
    Value scale = kernels.largest_magnitude(bucket.data(), bucket.size());
    if (!std::isfinite(scale))
      scale = std::numeric_limits<Value>::quiet_NaN();
    else if (scale > 0 && parameters_.scale == model::BucketScale::l2)
      scale = l2_norm(bucket, scale);
    std::memcpy(out.data() + sizeof header + b * sizeof scale, &scale, sizeof scale);
    if (scale > 0) {
      kernels.encode_bucket(header.bits, bucket.data(), bucket.size(), scale, parameters_.seed,
                            first_index + begin, codes);
    } else {
      std::memset(codes, 0, (bucket.size() * header.bits + 7) / 8);
    }
  }
}

template <class Value>
void decode_qsgd(std::span<const std::byte> bytes, std::span<Value> out) {
  const Header header = checked_header(bytes);
  if (header.scale_bytes != sizeof(Value))
    refuse_codes("its value type differs from the receiver's");
  if (header.count != out.size())
    refuse_codes(fmt::format("{} elements instead of {}", header.count, out.size()));
  const Layout layout(header);
  for (std::uint64_t b = 0; b < layout.buckets; ++b) {
    const std::uint64_t begin = b * header.bucket;
    const auto bucket = out.subspan(begin, std::min(header.bucket, header.count - begin));
    const auto codes = bytes.subspan(layout.codes_offset + b * layout.bucket_bytes,
                                     (bucket.size() * header.bits + 7) / 8);
    Value scale;
    std::memcpy(&scale, bytes.data() + sizeof header + b * sizeof scale, sizeof scale);
    if (std::isinf(scale) || std::signbit(scale)) refuse_codes("a scale that no encoder writes");
    if (scale > 0)
      decode_bucket(codes.data(), header.bits, scale, bucket);
    else
      decode_constant_bucket(codes, scale, bucket);
  }
}

#define SPARLAB_INSTANTIATE(Value)                                                               \
  template std::size_t Qsgd::encoded_bytes<Value>(std::uint64_t) const;                          \
  template void Qsgd::encode(std::span<const Value>, std::uint64_t, std::span<std::byte>) const; \
  template void decode_qsgd(std::span<const std::byte>, std::span<Value>);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::quantizers
