#include "algos/formats/payload.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "algos/formats/bit_fields.hpp"
#include "algos/formats/exponents.hpp"
#include "algos/formats/integers.hpp"
#include "algos/kernels/instantiate.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos::formats {
namespace {

/// Size in bytes of a field whose size depends only on count and range.
template <class Index>
std::uint64_t field_bytes(Format format, std::uint64_t count, std::uint64_t elements) {
  if (format == Format::coo) return count * sizeof(Index);
  if (format == Format::bitmap) return bitmap_bytes(elements);
  if (format == Format::pici) return pici_bytes(elements);
  SPARLAB_EXPECTS(format == Format::delta);
  return DeltaLayout(count, elements).bytes();
}

template <class Index>
bool copy_indices(const std::byte* field, model::Range range, std::span<Index> indices) {
  if (!indices.empty()) std::memcpy(indices.data(), field, indices.size_bytes());
  return kernels::strictly_increasing_in(std::span<const Index>(indices), range.lo, range.hi);
}

template <class Index>
std::optional<std::size_t> read_field(Format format, model::Range range,
                                      std::span<const std::byte> field, std::span<Index> indices) {
  if (format == Format::runs) return decode_runs(field, range, indices);
  const std::uint64_t bytes = field_bytes<Index>(format, indices.size(), range.size());
  if (bytes > field.size()) return std::nullopt;
  const auto decode = format == Format::coo      ? copy_indices<Index>
                      : format == Format::bitmap ? decode_bitmap<Index>
                      : format == Format::pici   ? decode_pici<Index>
                                                 : decode_delta<Index>;
  if (!decode(field.data(), range, indices)) return std::nullopt;
  return static_cast<std::size_t>(bytes);
}

}  // namespace

template <class Index>
std::uint64_t count_runs(std::span<const Index> indices) {
  if (indices.empty()) return 0;
  const Index* const data = indices.data();
  const std::size_t pairs = indices.size() - 1;
  // Blocks whose count fits the index type, so that the loop is vectorized.
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::uint64_t runs = 1;
  for (std::size_t begin = 0; begin < pairs; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, pairs);
    Index gaps = 0;
    for (std::size_t i = begin; i < end; ++i) gaps += Index{data[i + 1] - data[i] != 1};
    runs += gaps;
  }
  return runs;
}

template <class Index>
void encode_runs(std::span<const Index> indices, std::byte* field) {
  if (indices.empty()) return;
  // Without a branch, since the ends of runs cannot be predicted: every entry rewrites its run.
  std::array run = {indices[0], indices[0]};
  for (const Index index : indices) {
    const bool begins = index - run[1] > 1;
    field += begins ? sizeof run : 0;
    run = {begins ? index : run[0], index};
    std::memcpy(field, run.data(), sizeof run);
  }
}

template <class Index>
std::optional<std::size_t> decode_runs(std::span<const std::byte> field, model::Range range,
                                       std::span<Index> indices) {
  std::array<Index, 2> run;
  Index previous = 0;  // the last index of the previous run
  std::size_t at = 0;
  std::size_t filled = 0;
  while (filled < indices.size()) {
    if (field.size() - at < sizeof run) return std::nullopt;
    std::memcpy(run.data(), field.data() + at, sizeof run);
    at += sizeof run;
    const auto [first, last] = run;
    if (first < range.lo || last < first || last >= range.hi) return std::nullopt;
    if (filled > 0 && (first <= previous || first - previous == 1)) return std::nullopt;
    if (last - first >= indices.size() - filled) return std::nullopt;
    const auto length = static_cast<std::size_t>(last - first) + 1;
    Index* const out = indices.data() + filled;
    out[0] = first;  // most runs may be short
    if (length > 1) std::iota(out + 1, out + length, static_cast<Index>(first + 1));
    filled += length;
    previous = last;
  }
  return at;
}

#define SPARLAB_INSTANTIATE(I)                                                              \
  template std::uint64_t count_runs(std::span<const I>);                                    \
  template void encode_runs(std::span<const I>, std::byte*);                                \
  template std::optional<std::size_t> decode_runs(std::span<const std::byte>, model::Range, \
                                                  std::span<I>);
SPARLAB_FOR_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

template <class Value>
std::size_t values_bytes(ValueCode code, std::span<const Value> values) {
  if constexpr (kCodesExponents<Value>)
    if (code == ValueCode::exponents) return coded_bytes(values);
  if constexpr (kCodesIntegers<Value>)
    if (code == ValueCode::integers) return integer_bytes(values);
  SPARLAB_EXPECTS(code == ValueCode::none);
  return values.size_bytes();
}

template <class Value>
std::size_t write_values(ValueCode code, std::span<const Value> values, std::byte* field) {
  if constexpr (kCodesExponents<Value>)
    if (code == ValueCode::exponents) return encode_exponents(values, field);
  if constexpr (kCodesIntegers<Value>)
    if (code == ValueCode::integers) return encode_integers(values, field);
  SPARLAB_EXPECTS(code == ValueCode::none);
  if (!values.empty()) std::memcpy(field, values.data(), values.size_bytes());
  return values.size_bytes();
}

template <class Value>
std::optional<std::size_t> read_values(ValueCode code, std::span<const std::byte> field,
                                       std::span<Value> values) {
  if constexpr (kCodesExponents<Value>)
    if (code == ValueCode::exponents) return decode_exponents(field, values);
  if constexpr (kCodesIntegers<Value>)
    if (code == ValueCode::integers) return decode_integers(field, values);
  SPARLAB_EXPECTS(code == ValueCode::none);
  if (field.size() < values.size_bytes()) return std::nullopt;
  if (!values.empty()) std::memcpy(values.data(), field.data(), values.size_bytes());
  return values.size_bytes();
}

#define SPARLAB_INSTANTIATE(V)                                                           \
  template std::size_t values_bytes(ValueCode, std::span<const V>);                      \
  template std::size_t write_values(ValueCode, std::span<const V>, std::byte*);          \
  template std::optional<std::size_t> read_values(ValueCode, std::span<const std::byte>, \
                                                  std::span<V>);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

template <class Value, class Index>
std::size_t payload_bytes(Format format, ValueCode code, kernels::CooView<Value, Index> entries,
                          model::Range range) {
  const std::span indices(entries.indices, entries.count);
  const std::uint64_t field = format == Format::runs
                                  ? runs_bytes<Index>(count_runs(indices))
                                  : field_bytes<Index>(format, entries.count, range.size());
  return values_bytes(code, std::span(entries.values, entries.count)) +
         static_cast<std::size_t>(field);
}

template <class Value, class Index>
void write_payload(Format format, ValueCode code, kernels::CooView<Value, Index> entries,
                   model::Range range, std::byte* payload) {
  SPARLAB_EXPECTS(format != Format::dense);
  std::byte* const field =
      payload + write_values(code, std::span(entries.values, entries.count), payload);
  const std::span indices(entries.indices, entries.count);
  if (format == Format::coo && !indices.empty())
    std::memcpy(field, indices.data(), indices.size_bytes());
  if (format == Format::bitmap) encode_bitmap(indices, range, field);
  if (format == Format::pici) encode_pici(indices, range, field);
  if (format == Format::delta) encode_delta(indices, range, field);
  if (format == Format::runs) encode_runs(indices, field);
}

template <class Value, class Index>
std::optional<std::size_t> read_payload(Format format, ValueCode code, model::Range range,
                                        std::uint64_t count, std::span<const std::byte> payload,
                                        kernels::CooOut<Value, Index> out) {
  const auto entries = static_cast<std::size_t>(count);
  const auto values = read_values(code, payload, std::span(out.values, entries));
  if (!values) return std::nullopt;
  const auto field =
      read_field(format, range, payload.subspan(*values), std::span(out.indices, entries));
  if (!field) return std::nullopt;
  return *values + *field;
}

#define SPARLAB_INSTANTIATE(V, I)                                                                  \
  template std::size_t payload_bytes(Format, ValueCode, kernels::CooView<V, I>, model::Range);     \
  template void write_payload(Format, ValueCode, kernels::CooView<V, I>, model::Range,             \
                              std::byte*);                                                         \
  template std::optional<std::size_t> read_payload(Format, ValueCode, model::Range, std::uint64_t, \
                                                   std::span<const std::byte>,                     \
                                                   kernels::CooOut<V, I>);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::formats
