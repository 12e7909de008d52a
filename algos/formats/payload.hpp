#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "algos/formats/format.hpp"
#include "algos/kernels/coo.hpp"
#include "model/base/range.hpp"

/// The payload after the header of a coo stream that is sent as bitmap, delta, runs or pici, or as
/// coo with coded values. First the values, aligned like the header; then the indices, in a field
/// that may begin at any byte.
namespace sparlab::algos::formats {

/// Maximal runs of consecutive indices as pairs (first, last). The number of pairs is not stored:
/// they end with the last entry. A pair holds the last index instead of the length, since the
/// length of a run over all values of an index type does not fit this type.
template <class Index>
constexpr std::uint64_t runs_bytes(std::uint64_t runs) {
  return runs * 2 * sizeof(Index);
}

/// The number of runs of consecutive indices; reads all indices.
template <class Index>
std::uint64_t count_runs(std::span<const Index> indices);

/// `field` has room for runs_bytes() of the number of runs.
template <class Index>
void encode_runs(std::span<const Index> indices, std::byte* field);

/// Fills `indices` from the front of `field` and returns the number of bytes read. Returns nothing
/// if the runs are out of order, outside the range or not maximal, or if their number of indices
/// differs.
template <class Index>
std::optional<std::size_t> decode_runs(std::span<const std::byte> field, model::Range range,
                                       std::span<Index> indices);

/// Size of values as they are sent; reads them for a code. Contract: the type has the code.
template <class Value>
std::size_t values_bytes(ValueCode code, std::span<const Value> values);

/// Writes values_bytes() bytes and returns their number.
template <class Value>
std::size_t write_values(ValueCode code, std::span<const Value> values, std::byte* field);

/// Fills `values` from the front of `field` and returns the number of bytes read; nothing if the
/// field is too short, has other bytes than write_values writes, or a code that is not smaller.
template <class Value>
std::optional<std::size_t> read_values(ValueCode code, std::span<const std::byte> field,
                                       std::span<Value> values);

/// Size of the payload in bytes. Reads the indices for `runs`.
template <class Value, class Index>
std::size_t payload_bytes(Format format, ValueCode code, kernels::CooView<Value, Index> entries,
                          model::Range range);

/// Writes payload_bytes() bytes.
template <class Value, class Index>
void write_payload(Format format, ValueCode code, kernels::CooView<Value, Index> entries,
                   model::Range range, std::byte* payload);

/// Reads `count` entries from the front of `payload`; `out` has room for them. Returns their size
/// in bytes; nothing if the payload is too short or differs from what write_payload writes for
/// these entries.
template <class Value, class Index>
std::optional<std::size_t> read_payload(Format format, ValueCode code, model::Range range,
                                        std::uint64_t count, std::span<const std::byte> payload,
                                        kernels::CooOut<Value, Index> out);

}  // namespace sparlab::algos::formats
