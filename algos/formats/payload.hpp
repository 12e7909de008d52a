#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "algos/formats/format.hpp"
#include "algos/kernels/coo_view.hpp"
#include "model/fill_in/fill_in.hpp"

/// The payload after the header of a coo stream that is sent as bitmap, delta or runs. First the
/// values, aligned like the header; then the indices, in a field that may begin at any byte.
namespace sparlab::algos::formats {

/// Size of the payload in bytes. Reads the indices for `runs`.
template <class Value, class Index>
std::size_t payload_bytes(Format format, kernels::CooView<Value, Index> entries,
                          model::Range range);

/// Writes payload_bytes() bytes.
template <class Value, class Index>
void write_payload(Format format, kernels::CooView<Value, Index> entries, model::Range range,
                   std::byte* payload);

/// Reads `count` entries from the front of `payload`, which holds at least as many values; `out`
/// has room for them. Returns their size in bytes; nothing if the payload is too short or differs
/// from what write_payload writes for these entries.
template <class Value, class Index>
std::optional<std::size_t> read_payload(Format format, model::Range range, std::uint64_t count,
                                        std::span<const std::byte> payload,
                                        kernels::CooOut<Value, Index> out);

}  // namespace sparlab::algos::formats
