#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "algos/quantizers/qsgd.hpp"
#include "algos/sketches/count_sketch.hpp"
#include "bench/ratios.hpp"

namespace sparlab::bench {
namespace {

using algos::quantizers::Qsgd;
constexpr std::size_t kSize = std::size_t{1} << 24;

std::vector<float> normal_values() {
  std::mt19937 generator(1);
  std::normal_distribution<float> normal;
  std::vector<float> values(kSize);
  for (float& value : values) value = normal(generator);
  return values;
}

std::vector<Ratio> promised_ratios() {
  const std::vector<float> values = normal_values();
  const Qsgd qsgd({.bits = 4});
  std::vector<std::byte> encoded(qsgd.encoded_bytes<float>(kSize));
  std::vector<float> copy(kSize);
  const double copies = time_ratio(
      7, [&] { std::memcpy(copy.data(), values.data(), kSize * sizeof(float)); },
      [&] { qsgd.encode(std::span<const float>(values), 0, encoded); });
  return {{"qsgd4_encode_rate", copies, true,
           "time of memcpy / time of encoding to 4 bits, 2^24 floats, normal"}};
}

void count_floats(benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kSize * sizeof(float)));
}

/// Arguments: bits, scale.
void qsgd_encode(benchmark::State& state) {
  const std::vector<float> values = normal_values();
  const Qsgd qsgd(
      {.bits = static_cast<std::uint64_t>(state.range(0)),
       .scale = state.range(1) == 0 ? model::BucketScale::max : model::BucketScale::l2});
  std::vector<std::byte> encoded(qsgd.encoded_bytes<float>(kSize));
  for (auto _ : state) {
    qsgd.encode(std::span<const float>(values), 0, encoded);
    benchmark::ClobberMemory();
  }
  count_floats(state);
}

/// Argument: bits.
void qsgd_decode(benchmark::State& state) {
  std::vector<float> values = normal_values();
  const Qsgd qsgd({.bits = static_cast<std::uint64_t>(state.range(0))});
  std::vector<std::byte> encoded(qsgd.encoded_bytes<float>(kSize));
  qsgd.encode(std::span<const float>(values), 0, encoded);
  for (auto _ : state) {
    algos::quantizers::decode_qsgd(encoded, std::span<float>(values));
    benchmark::ClobberMemory();
  }
  count_floats(state);
}

/// Argument: rows. 2^20 columns in all.
void sketch_add(benchmark::State& state) {
  const auto rows = static_cast<std::uint64_t>(state.range(0));
  algos::sketches::CountSketch<float> sketch({.rows = rows, .columns = (1 << 20) / rows});
  std::uint64_t index = 0;
  for (auto _ : state) sketch.add(index += 17, 1.0f);
  state.SetItemsProcessed(state.iterations());
}

/// Argument: rows. 2^20 columns in all.
void sketch_estimate(benchmark::State& state) {
  const auto rows = static_cast<std::uint64_t>(state.range(0));
  const algos::sketches::CountSketch<float> sketch({.rows = rows, .columns = (1 << 20) / rows});
  std::uint64_t index = 0;
  for (auto _ : state) benchmark::DoNotOptimize(sketch.estimate(index += 17));
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(qsgd_encode)->ArgsProduct({{2, 4, 8}, {0, 1}});
BENCHMARK(qsgd_decode)->Arg(2)->Arg(4)->Arg(8);
BENCHMARK(sketch_add)->Arg(1)->Arg(3);
BENCHMARK(sketch_estimate)->Arg(1)->Arg(3);

}  // namespace
}  // namespace sparlab::bench

int main(int argc, char** argv) {
  return sparlab::bench::run_benchmarks("bench_quantizers", argc, argv,
                                        sparlab::bench::promised_ratios);
}
