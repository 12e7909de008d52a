#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "algos/kernels/coo_view.hpp"
#include "algos/streams/format.hpp"
#include "model/fill_in/fill_in.hpp"

/// What follows the header of a coo stream that travels as bitmap, delta or runs: the values, which
/// are aligned as the header is, then the indices in a field that may begin at any byte.
namespace sparlab::algos::formats {

/// Reads the indices for `runs`.
template <class Value, class Index>
std::size_t payload_bytes(Format format, kernels::CooView<Value, Index> entries,
                          model::Range range);

/// Writes that many bytes.
template <class Value, class Index>
void write_payload(Format format, kernels::CooView<Value, Index> entries, model::Range range,
                   std::byte* payload);

/// Reads `count` entries from the front of `payload`, which holds at least so many values; `out`
/// has room for them. Returns how many bytes they take; nothing if the payload is too short or
/// holds anything but what write_payload writes for those entries.
template <class Value, class Index>
std::optional<std::size_t> read_payload(Format format, model::Range range, std::uint64_t count,
                                        std::span<const std::byte> payload,
                                        kernels::CooOut<Value, Index> out);

}  // namespace sparlab::algos::formats
