#include "algos/quantizers/sign_mean.hpp"

#include <cstring>
#include <string>

#include "algos/formats/format.hpp"
#include "algos/kernels/coo.hpp"
#include "algos/kernels/instantiate.hpp"

namespace sparlab::algos::quantizers {
namespace {

[[noreturn]] void refuse_set(const std::string& why) {
  throw WireError("damaged set of one sign: " + why);
}

/// Sums of doubles are scaled by 2^-64, since a sum of up to 2^64 entries may overflow although its
/// mean does not. The precision that denormals lose is far below the rounding of the mean.
template <class Value>
constexpr bool kSumMayOverflow = sizeof(Value) == sizeof(double);

/// The chosen entries and their mean.
template <class Value, class Index, class Chosen>
SignMean<Value, Index> mean_of(kernels::CooView<Value, Index> entries, Chosen is_chosen) {
  const double scale = kSumMayOverflow<Value> ? 0x1p-64 : 1.0;
  SignMean<Value, Index> set;
  double sum = 0;
  for (std::size_t i = 0; i < entries.count; ++i) {
    if (!is_chosen(entries.values[i])) continue;
    set.indices.push_back(entries.indices[i]);
    sum += static_cast<double>(entries.values[i]) * scale;
  }
  if (set.indices.empty()) return set;
  set.mean = static_cast<Value>(sum / static_cast<double>(set.indices.size()) / scale);
  return set;
}

}  // namespace

template <class Value, class Index>
SignMean<Value, Index> sign_mean(kernels::CooView<Value, Index> entries, Sign sign) {
  return mean_of(entries, [sign](Value value) { return has_sign(value, sign); });
}

template <class Value, class Index>
SignMean<Value, Index> mixed_mean(kernels::CooView<Value, Index> entries) {
  return mean_of(entries, [](Value) { return true; });
}

template <class Value, class Index>
std::vector<std::byte> encode_sign_mean(const SignMean<Value, Index>& set) {
  const auto count = static_cast<Index>(set.indices.size());
  const std::size_t index_bytes = set.indices.size() * sizeof(Index);
  std::vector<std::byte> bytes(sizeof(Index) + index_bytes + sizeof(Value));
  std::memcpy(bytes.data(), &count, sizeof count);
  if (count != 0) std::memcpy(bytes.data() + sizeof(Index), set.indices.data(), index_bytes);
  std::memcpy(bytes.data() + sizeof(Index) + index_bytes, &set.mean, sizeof set.mean);
  return bytes;
}

template <class Value, class Index>
std::size_t sign_mean_extent(std::span<const std::byte> rest) {
  Index count = 0;
  if (rest.size() < sizeof count) refuse_set("shorter than its count");
  std::memcpy(&count, rest.data(), sizeof count);
  if (count > rest.size() / sizeof count) refuse_set("shorter than its count promises");
  return (static_cast<std::size_t>(count) + 1) * sizeof count + sizeof(Value);
}

template <class Value, class Index>
SignMean<Value, Index> decode_sign_mean(std::span<const std::byte> bytes, std::uint64_t universe) {
  constexpr std::size_t kFixedBytes = sizeof(Index) + sizeof(Value);
  if (bytes.size() < kFixedBytes) refuse_set("shorter than its count and mean");
  Index count = 0;
  std::memcpy(&count, bytes.data(), sizeof count);
  const std::size_t index_bytes = bytes.size() - kFixedBytes;
  if (index_bytes % sizeof(Index) != 0 || count != index_bytes / sizeof(Index)) {
    refuse_set(std::to_string(bytes.size()) + " bytes do not hold " + std::to_string(count) +
               " indices");
  }
  SignMean<Value, Index> set;
  set.indices.resize(count);
  if (count != 0) std::memcpy(set.indices.data(), bytes.data() + sizeof(Index), index_bytes);
  std::memcpy(&set.mean, bytes.data() + sizeof(Index) + index_bytes, sizeof set.mean);
  if (!kernels::strictly_increasing_in(std::span<const Index>(set.indices), 0, universe))
    refuse_set("indices that do not increase or exceed the universe");
  if (count == 0 && set.mean != 0) refuse_set("an empty set with a mean");
  return set;
}

#define SPARLAB_INSTANTIATE(Value, Index)                                          \
  template SignMean<Value, Index> sign_mean(kernels::CooView<Value, Index>, Sign); \
  template SignMean<Value, Index> mixed_mean(kernels::CooView<Value, Index>);      \
  template std::vector<std::byte> encode_sign_mean(const SignMean<Value, Index>&); \
  template std::size_t sign_mean_extent<Value, Index>(std::span<const std::byte>); \
  template SignMean<Value, Index> decode_sign_mean(std::span<const std::byte>, std::uint64_t);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::quantizers
