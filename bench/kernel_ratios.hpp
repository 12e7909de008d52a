#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/merge.hpp"
#include "bench/kernel_inputs.hpp"
#include "bench/ratios.hpp"
#include "tests/algos/kernels/two_pointer_merge.hpp"

/// Ratios with bounds that the kernels must meet.
namespace sparlab::bench {

/// For two streams of `count` of 128 * `count` indices, of which they share `overlap` per cent.
template <class Value, class Index>
Ratio merge_speedup(std::string name, std::size_t count, int overlap) {
  const std::uint64_t universe = 128 * count;
  const auto a = random_stream<Value, Index>(count, universe, 1);
  const auto b = overlapping_stream(a, overlap / 100.0, universe, 2);
  const auto op = algos::Reduction<Value>::sum();
  Room<Value, Index> room(2 * count);
  const double speedup = time_ratio(
      count > 1000000 ? 5 : 41,
      [&] { algos::kernels::merge_two_pointer(a.view(), b.view(), op, room.out()); },
      [&] { algos::kernels::merge(a.view(), b.view(), op, room.out()); });
  return {
      std::move(name), speedup, true,
      fmt::format("time of merge_two_pointer / time of merge, 2 x {} of {} entries, {} % of them "
                  "shared, {}-byte values, {}-byte indices",
                  count, universe, overlap, sizeof(Value), sizeof(Index))};
}

/// "merge_speedup" for disjoint random supports, "merge_OVERLAP_percent" for others; the name
/// includes the number of entries or the type if it is not the default.
inline std::vector<Ratio> merge_speedups() {
  using u32 = std::uint32_t;
  using u64 = std::uint64_t;
  std::vector<Ratio> ratios{merge_speedup<float, u32>("merge_speedup", 131072, 0)};
  for (const int overlap : {10, 50, 90, 100}) {
    ratios.push_back(
        merge_speedup<float, u32>(fmt::format("merge_{}_percent", overlap), 131072, overlap));
  }
  for (const int overlap : {0, 10, 50, 90, 100}) {
    ratios.push_back(
        merge_speedup<float, u32>(fmt::format("merge_2M_{}_percent", overlap), 2097152, overlap));
  }
  for (const int overlap : {0, 50, 100}) {
    ratios.push_back(merge_speedup<double, u64>(fmt::format("merge_double_{}_percent", overlap),
                                                131072, overlap));
  }
  return ratios;
}

/// Eight equal supports, compared with adding each to the sum of the others by the two-pointer
/// loop.
inline Ratio merge_many_speedup() {
  constexpr std::size_t kCount = 131072;
  constexpr std::size_t kInputs = 8;
  constexpr std::uint64_t kUniverse = 128 * kCount;
  const auto input = random_stream<float, std::uint32_t>(kCount, kUniverse, 1);
  const std::vector views(kInputs, input.view());
  const auto op = algos::Reduction<float>::sum();
  Room<float, std::uint32_t> rooms[] = {Room<float, std::uint32_t>(kInputs * kCount),
                                        Room<float, std::uint32_t>(kInputs * kCount)};
  const double speedup = time_ratio(
      21,
      [&] {
        auto sum = input.view();
        for (std::size_t i = 1; i < kInputs; ++i) {
          const auto out = rooms[i % 2].out();
          sum = {out.indices, out.values,
                 algos::kernels::merge_two_pointer(sum, input.view(), op, out)};
        }
      },
      [&] {
        algos::kernels::merge_many<float, std::uint32_t>(views, 0, kUniverse, op, rooms[0].out());
      });
  return {"merge_many_100_percent", speedup, true,
          "time of one merge_two_pointer after the other / time of merge_many, 8 equal supports of "
          "131072 entries, float, 32-bit"};
}

/// `in_place`: a += b, otherwise c = a + b. Both move 12 bytes an element; a copy moves 8.
inline Ratio dense_sum_per_byte(bool in_place) {
  constexpr std::size_t kCount = std::size_t{1} << 25;  // 128 MiB an array: larger than any cache
  std::vector<float> a(kCount, 1.0f);
  std::vector<float> b(kCount, 1e-9f);
  std::vector<float> c(kCount, 0.0f);
  float* out = in_place ? a.data() : c.data();
  const auto op = algos::Reduction<float>::sum();
  const double times = time_ratio(
      5, [&] { algos::kernels::combine(a.data(), b.data(), kCount, op, out); },
      [&] { std::memcpy(c.data(), b.data(), kCount * sizeof(float)); });
  const double bytes = 12.0 / 8.0;
  return {in_place ? "dense_sum_per_byte" : "dense_sum_apart_per_byte", times / bytes, false,
          std::string(in_place ? "a += b" : "c = a + b") +
              ", time per byte moved / that of memcpy, 2^25 float"};
}

inline std::vector<Ratio> promised_ratios() {
  std::vector<Ratio> ratios = merge_speedups();
  ratios.push_back(merge_many_speedup());
  ratios.push_back(dense_sum_per_byte(true));
  ratios.push_back(dense_sum_per_byte(false));
  return ratios;
}

}  // namespace sparlab::bench
