#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/merge.hpp"
#include "bench/kernel_inputs.hpp"
#include "bench/ratios.hpp"

/// The ratios that the kernels promise.
namespace sparlab::bench {

inline Ratio merge_speedup() {
  constexpr std::size_t kCount = 131072;
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;
  const auto a = random_stream<float, std::uint32_t>(kCount, kUniverse, 1);
  const auto b = random_stream<float, std::uint32_t>(kCount, kUniverse, 2);
  const auto op = algos::Reduction<float>::sum();
  Room<float, std::uint32_t> room(2 * kCount);
  const double speedup = time_ratio(
      201, [&] { algos::kernels::merge_two_pointer(a.view(), b.view(), op, room.out()); },
      [&] { algos::kernels::merge(a.view(), b.view(), op, room.out()); });
  return {"merge_speedup", speedup, true,
          "time of merge_two_pointer / time of merge, 2 x 131072 of 2^24 entries, float, 32-bit"};
}

/// `in_place`: a += b, else c = a + b. Either way 12 bytes an element are moved, by a copy 8.
inline Ratio dense_sum_per_byte(bool in_place) {
  constexpr std::size_t kCount = std::size_t{1} << 25;  // 128 MiB an array: beyond any cache
  std::vector<float> a(kCount, 1.0f);
  std::vector<float> b(kCount, 1e-9f);
  std::vector<float> c(kCount, 0.0f);
  float* out = in_place ? a.data() : c.data();
  const auto op = algos::Reduction<float>::sum();
  const double times = time_ratio(
      15, [&] { algos::kernels::combine(a.data(), b.data(), kCount, op, out); },
      [&] { std::memcpy(c.data(), b.data(), kCount * sizeof(float)); });
  const double bytes = 12.0 / 8.0;
  return {in_place ? "dense_sum_per_byte" : "dense_sum_apart_per_byte", times / bytes, false,
          std::string(in_place ? "a += b" : "c = a + b") +
              ", time per byte moved / that of memcpy, 2^25 float"};
}

inline std::vector<Ratio> promised_ratios() {
  return {merge_speedup(), dense_sum_per_byte(true), dense_sum_per_byte(false)};
}

}  // namespace sparlab::bench
