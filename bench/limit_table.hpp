#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "bench/ratios.hpp"

/// How far kernels are from a limit: the time to read and write the same bytes.
namespace sparlab::bench {

/// The bytes that a kernel has to read and to write, where they are.
struct Traffic {
  std::vector<std::span<const std::byte>> read;
  std::vector<std::span<std::byte>> written;

  void add_read(const auto& array) { read.push_back(std::as_bytes(std::span(array))); }
  void add_written(auto& array, std::size_t size) {
    written.push_back(std::as_writable_bytes(std::span(array).first(size)));
  }
};

/// At memory speed: with independent sums, no addition waits for another.
inline std::uint64_t sum_of_words(std::span<const std::byte> bytes) {
  std::array<std::uint64_t, 16> sums{};
  for (; bytes.size() >= sizeof sums; bytes = bytes.subspan(sizeof sums)) {
    std::array<std::uint64_t, 16> words;
    std::memcpy(words.data(), bytes.data(), sizeof words);
    for (std::size_t lane = 0; lane < words.size(); ++lane) sums[lane] += words[lane];
  }
  std::uint64_t total = 0;
  for (const std::uint64_t sum : sums) total += sum;
  return total;
}

/// Copies what is read to where is written; then reads the rest, or fills the rest.
inline void move(Traffic traffic) {
  auto to = traffic.written.begin();
  for (std::span<const std::byte> from : traffic.read) {
    while (!from.empty() && to != traffic.written.end()) {
      const std::size_t size = std::min(from.size(), to->size());
      std::memcpy(to->data(), from.data(), size);
      from = from.subspan(size);
      *to = to->subspan(size);
      if (to->empty()) ++to;
    }
    benchmark::DoNotOptimize(sum_of_words(from));
  }
  for (; to != traffic.written.end(); ++to) std::memset(to->data(), 1, to->size());
  benchmark::ClobberMemory();
}

class Table {
 public:
  explicit Table(std::string_view wanted) : wanted_(wanted) {
    fmt::print(
        "| kernel | data | ns | limit, ns | part of the limit's speed |\n"
        "|---|---|--:|--:|--:|\n");
  }

  bool wants(std::string_view kernel) const { return kernel.starts_with(wanted_); }

  /// Times are those of one of `items`.
  template <class Kernel>
  void row(std::string_view name, std::string_view data, std::size_t items, const Traffic& traffic,
           Kernel kernel) const {
    if (!wants(name)) return;
    constexpr double kLeastSample_s = 1e-3;
    const auto calls =
        static_cast<int>(1 + kLeastSample_s / std::max(1e-7, seconds_of([&] { move(traffic); })));
    const auto repeated = [&](auto body) {
      return [=] {
        for (int call = 0; call < calls; ++call) body();
      };
    };
    const Times times = alternate(7, repeated([&] { move(traffic); }), repeated([&] {
                                    benchmark::DoNotOptimize(kernel());
                                    benchmark::ClobberMemory();
                                  }));
    const double scale = 1e9 / static_cast<double>(items) / calls;
    fmt::print("| {} | {} | {:.2f} | {:.2f} | {:.2f} |\n", name, data, times.second_s * scale,
               times.first_s * scale, times.ratio);
  }

 private:
  std::string_view wanted_;
};

/// Rows of the codes of values, and of their quantization (bench/value_code_limits.cpp).
void value_codes(const Table& table);

}  // namespace sparlab::bench
