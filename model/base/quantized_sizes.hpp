#pragma once

#include <cstdint>

#include "model/base/wire_format.hpp"

/// Sizes of quantized messages, in bytes. Counts may be expectations.
namespace sparlab::model {

/// Size of the header of a QSGD encoding; not counted in headerless formats.
inline constexpr double kQsgdHeaderBytes = 24;

/// `elements` values as QSGD codes (algos/quantizers/qsgd.hpp): one value per bucket for the scale,
/// then `bits` bits per element; each bucket starts at a byte boundary. Headerless, this is
/// elements * (bits/32 + 1/bucket) words of 4 bytes.
double qsgd_bytes(const WireFormat& wire, double elements, std::uint64_t bits,
                  std::uint64_t bucket);

/// A message of entries as their indices and mean (algos/quantizers/sign_mean.hpp): their number as
/// an index, the indices, one value; k+2 words.
constexpr double sign_mean_bytes(const WireFormat& wire, double entries) {
  return (entries + 1) * wire.index_bytes + wire.value_bytes;
}

/// Bytes that are read and written to convert a coo stream to that message or back.
constexpr double sign_mean_copies(const WireFormat& wire, double entries) {
  return sign_mean_bytes(wire, entries) + entries * (wire.index_bytes + wire.value_bytes);
}

}  // namespace sparlab::model
