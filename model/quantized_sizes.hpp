#pragma once

#include <cstdint>

#include "model/wire_format.hpp"

/// Sizes of what quantizers send, in bytes. Counts may be expectations.
namespace sparlab::model {

/// Of the header of a QSGD encoding; nothing where headers do not count (headerless).
inline constexpr double kQsgdHeaderBytes = 24;

/// `elements` values as QSGD codes (algos/quantizers/qsgd.hpp): one value a bucket for the scale,
/// then `bits` bits an element, each bucket from a byte of its own. Headerless, that is
/// elements * (bits/32 + 1/bucket) words of 4 bytes.
double qsgd_bytes(const WireFormat& wire, double elements, std::uint64_t bits,
                  std::uint64_t bucket);

/// Entries of which only the indices and their mean travel (algos/quantizers/sign_mean.hpp): their
/// number as an index, the indices, one value; k+2 words.
constexpr double sign_mean_bytes(const WireFormat& wire, double entries) {
  return (entries + 1) * wire.index_bytes + wire.value_bytes;
}

/// Bytes that are read and written to make that message of a coo stream, or a coo stream of it.
constexpr double sign_mean_copies(const WireFormat& wire, double entries) {
  return sign_mean_bytes(wire, entries) + entries * (wire.index_bytes + wire.value_bytes);
}

}  // namespace sparlab::model
