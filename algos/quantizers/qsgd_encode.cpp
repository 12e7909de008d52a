#include "algos/quantizers/qsgd_encode.hpp"

#include "algos/quantizers/qsgd_kernel.hpp"

namespace sparlab::algos::quantizers {
namespace {

// One copy of the inner loops for each instruction set: a function that is inlined into another is
// compiled for the target of that function.
#define SPARLAB_QSGD_KERNELS(NAME, TARGET)                                                        \
  template <class Value>                                                                          \
  TARGET Value largest_magnitude_##NAME(const Value* values, std::size_t count) {                 \
    return kernel::largest_magnitude(values, count);                                              \
  }                                                                                               \
  template <class Value>                                                                          \
  TARGET void encode_bucket_##NAME(int bits, const Value* values, std::size_t count, Value scale, \
                                   std::uint64_t seed, std::uint64_t first_index,                 \
                                   std::byte* out) {                                              \
    if (bits == 2) {                                                                              \
      kernel::encode_bucket<2>(values, count, scale, seed, first_index, out);                     \
    } else if (bits == 4) {                                                                       \
      kernel::encode_bucket<4>(values, count, scale, seed, first_index, out);                     \
    } else {                                                                                      \
      kernel::encode_bucket<8>(values, count, scale, seed, first_index, out);                     \
    }                                                                                             \
  }                                                                                               \
  template <class Value>                                                                          \
  QsgdKernels<Value> kernels_##NAME() {                                                           \
    return {#NAME, largest_magnitude_##NAME<Value>, encode_bucket_##NAME<Value>};                 \
  }

SPARLAB_QSGD_KERNELS(portable, )
#if defined(__x86_64__)
SPARLAB_QSGD_KERNELS(avx2, __attribute__((target("avx2"))))
SPARLAB_QSGD_KERNELS(avx512, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,"
                                                   "prefer-vector-width=512"))))
#endif
#undef SPARLAB_QSGD_KERNELS

}  // namespace

template <class Value>
QsgdKernels<Value> portable_qsgd_kernels() {
  return kernels_portable<Value>();
}

template <class Value>
QsgdKernels<Value> best_qsgd_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return kernels_avx512<Value>();
  }
  if (__builtin_cpu_supports("avx2")) return kernels_avx2<Value>();
#endif
  return kernels_portable<Value>();
}

template QsgdKernels<float> portable_qsgd_kernels();
template QsgdKernels<double> portable_qsgd_kernels();
template QsgdKernels<float> best_qsgd_kernels();
template QsgdKernels<double> best_qsgd_kernels();
template QsgdKernels<BFloat16> portable_qsgd_kernels();
template QsgdKernels<BFloat16> best_qsgd_kernels();
template QsgdKernels<Float16> portable_qsgd_kernels();
template QsgdKernels<Float16> best_qsgd_kernels();

}  // namespace sparlab::algos::quantizers
