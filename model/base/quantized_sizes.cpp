#include "model/base/quantized_sizes.hpp"

#include <cmath>

namespace sparlab::model {

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
