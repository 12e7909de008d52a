#pragma once

#include <cstddef>
#include <cstdint>

namespace sparlab::algos::quantizers {

/// QSGD's encoder of one bucket, for one instruction set. All instruction sets give the same bytes.
template <class Value>
struct QsgdKernels {
  const char* name;
  /// Not finite if a value is not finite.
  Value (*largest_magnitude)(const Value* values, std::size_t count);
  /// `scale` is positive, finite and no less than any magnitude. Writes ceil(count * bits / 8)
  /// bytes.
  void (*encode_bucket)(int bits, const Value* values, std::size_t count, Value scale,
                        std::uint64_t seed, std::uint64_t first_index, std::byte* out);
};

/// The kernels that run on any processor, and those for the best instruction set of this processor.
template <class Value>
QsgdKernels<Value> portable_qsgd_kernels();
template <class Value>
QsgdKernels<Value> best_qsgd_kernels();

}  // namespace sparlab::algos::quantizers
