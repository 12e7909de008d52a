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

double WireFormat::conversion_bytes(Format format, double message_bytes, double entries) const {
  if (format == Format::coo || format == Format::dense) return 0;
  return message_bytes + coo_bytes(entries) - 2 * header_bytes;
}

Packing WireFormat::pack(FormatSet formats, double entries, double elements, double runs) const {
  const Format format = smallest(formats, entries, elements, runs);
  const double size = bytes(format, entries, elements, runs);
  const double conversion = conversion_bytes(format, size, entries);
  const double scanned = formats.contains(Format::runs) ? entries * index_bytes : 0;
  return {format, size, scanned + conversion, conversion};
}

double WireFormat::dense_switch(double elements, FormatSet formats) const {
  const double coo = elements * value_bytes / (index_bytes + value_bytes);
  const bool bits = formats.contains(Format::bitmap) || formats.contains(Format::delta);
  if (!bits && !formats.contains(Format::pici)) return coo;
  const double fewest = bits ? field_bytes(elements) : pici_bytes(elements);
  return std::max(coo, elements - fewest / value_bytes);
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
