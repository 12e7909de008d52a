#include "model/base/wire_format.hpp"

#include <algorithm>
#include <cmath>

namespace sparlab::model {
namespace {

/// Bit fields fill whole 64-bit words.
double field_bytes(double bits) { return 8 * std::ceil(bits / 64); }

double pici_bytes(double elements) {
  const double tiles = std::ceil(elements / static_cast<double>(kTile));
  return field_bytes(elements) + tiles * static_cast<double>(kTileCountBytes);
}

double delta_bytes(double entries, double elements) {
  if (entries <= 0) return 0;
  const int low = delta_low_bits(entries, elements);
  const double high = entries + std::floor(std::ldexp(std::max(0.0, elements - entries), -low));
  return field_bytes(entries * low) + field_bytes(high);
}

}  // namespace

int delta_low_bits(double entries, double elements) {
  int bits = 0;
  if (entries <= 0) return bits;
  for (double gaps = elements - entries; gaps > 2 * entries; gaps /= 2) ++bits;
  return bits;
}

double WireFormat::bytes(Format format, double entries, double elements, double runs) const {
  const double values = header_bytes + entries * value_bytes;
  switch (format) {
    case Format::coo:
      return coo_bytes(entries);
    case Format::dense:
      return dense_bytes(elements);
    case Format::bitmap:
      return values + field_bytes(elements);
    case Format::pici:
      return values + pici_bytes(elements);
    case Format::delta:
      return values + delta_bytes(entries, elements);
    case Format::runs:
      return values + runs * 2 * index_bytes;
  }
  return values;
}

Format WireFormat::smallest(FormatSet formats, double entries, double elements, double runs) const {
  Format best = Format::coo;
  double fewest = coo_bytes(entries);
  for (const Format format : {Format::bitmap, Format::delta, Format::runs, Format::pici}) {
    if (!formats.contains(format)) continue;
    const double size = bytes(format, entries, elements, runs);
    if (size >= fewest) continue;
    fewest = size;
    best = format;
  }
  return best;
}

double WireFormat::conversion_bytes(Format format, ValueCode code, double message_bytes,
                                    double values) const {
  const bool dense = format == Format::dense;
  if (code == ValueCode::none && (dense || format == Format::coo)) return 0;
  return message_bytes + (dense ? dense_bytes(values) : coo_bytes(values)) - 2 * header_bytes;
}

double WireFormat::coded_bytes(double values) const {
  constexpr auto kBlock = static_cast<double>(kCodedBlock);
  const double full = std::floor(values / kBlock);
  const double groups = full * kBlock / 8 + std::ceil((values - full * kBlock) / 8);
  return values * (value_bytes - 1) +
         std::ceil(values / kBlock) * static_cast<double>(kCodedBlockHeaderBytes) +
         groups * code_bits;
}

double WireFormat::integer_bytes(double values, double more_bits) const {
  constexpr auto kBlock = static_cast<double>(kCodedBlock);
  return std::ceil(values / kBlock) * static_cast<double>(kIntegerBlockHeaderBytes) +
         std::ceil(values / 8) * (code_bits + more_bits);
}

Packing WireFormat::packed(Packing plain, FormatSet formats, double values,
                           std::optional<double> coded) const {
  Packing packing = plain;
  if (codes_values(formats.value_code())) {
    const double in_memory = values * value_bytes;
    const double size = coded.value_or(coded_bytes(values));
    packing.pack_copies += in_memory;
    if (size < in_memory) {
      packing.code = formats.value_code();
      packing.bytes -= in_memory - size;
    }
  }
  packing.unpack_copies = conversion_bytes(packing.format, packing.code, packing.bytes, values);
  packing.pack_copies += packing.unpack_copies;
  return packing;
}

Packing WireFormat::pack(FormatSet formats, double entries, double elements, double runs,
                         std::optional<double> coded) const {
  const Format format = smallest(formats, entries, elements, runs);
  const double scanned = formats.contains(Format::runs) ? entries * index_bytes : 0;
  return packed(
      {.format = format, .bytes = bytes(format, entries, elements, runs), .pack_copies = scanned},
      formats, entries, coded);
}

Packing WireFormat::pack_dense(FormatSet formats, double elements,
                               std::optional<double> coded) const {
  return packed({.format = Format::dense, .bytes = dense_bytes(elements)}, formats, elements,
                coded);
}

double WireFormat::dense_switch(double elements, FormatSet formats) const {
  const double value = formats.value_code() == ValueCode::integers
                           ? static_cast<double>(formats.integer_bits()) / 8
                           : value_bytes;
  const double coo = elements * value / (index_bytes + value);
  const bool bits = formats.contains(Format::bitmap) || formats.contains(Format::delta);
  if (!bits && !formats.contains(Format::pici)) return coo;
  const double fewest = bits ? field_bytes(elements) : pici_bytes(elements);
  return std::max(coo, elements - fewest / value);
}

double qsgd_bytes(const WireFormat& wire, double elements, std::uint64_t bits,
                  std::uint64_t bucket) {
  const auto code_bytes = [bits](double count) {
    return std::ceil(count * static_cast<double>(bits) / 8);
  };
  const auto bucket_size = static_cast<double>(bucket);
  const double full = std::floor(elements / bucket_size);
  const double rest = elements - full * bucket_size;
  const double scales = std::ceil(elements / bucket_size) * wire.value_bytes;
  const double header = wire.header_bytes > 0 ? kQsgdHeaderBytes : 0;
  return header + scales + full * code_bytes(bucket_size) + code_bytes(rest);
}

}  // namespace sparlab::model
