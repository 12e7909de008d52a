/// A rate is that of a conversion, in bytes of the coo stream that is read or written.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "bench/kernel_inputs.hpp"
#include "bench/ratios.hpp"

namespace sparlab::bench {
namespace {

using algos::Format;
using Coo = algos::SparseStream<float, std::uint32_t>;
constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;
constexpr Format kFormats[] = {Format::bitmap, Format::delta, Format::runs, Format::pici};
constexpr std::int64_t kPermille[] = {1, 10, 100, 500};

Coo uniform_stream(std::int64_t permille) {
  const auto count = kUniverse * static_cast<std::uint64_t>(permille) / 1000;
  const auto entries =
      random_stream<float, std::uint32_t>(static_cast<std::size_t>(count), kUniverse, 1);
  return {{0, kUniverse}, entries.indices, entries.values};
}

runtime::Message encoded(const Coo& stream, Format format) {
  const std::size_t bytes = stream.encoded_bytes(format);
  runtime::Buffer buffer(bytes);
  stream.encode_to(format, buffer.data());
  return runtime::Message(std::move(buffer), 0, bytes);
}

std::vector<Ratio> promised_ratios() {
  std::vector<Ratio> ratios;
  for (const std::int64_t permille : kPermille) {
    const Coo stream = uniform_stream(permille);
    const runtime::Message coo = stream.encode();
    std::vector<std::byte> copy(coo.bytes().size());
    const auto copy_coo = [&] { std::memcpy(copy.data(), coo.bytes().data(), copy.size()); };
    for (const Format format : kFormats) {
      const runtime::Message message = encoded(stream, format);
      std::vector<std::byte> target(message.bytes().size());
      const auto add = [&](const char* what, double value) {
        ratios.push_back({fmt::format("{}_{}_{}", algos::name_of(format), what, permille), value,
                          true,
                          fmt::format("time of copying the coo stream / time to {}, 2^24 indices, "
                                      "{} permille, uniform",
                                      what, permille)});
      };
      add("encode", time_ratio(3, copy_coo, [&] { stream.encode_to(format, target.data()); }));
      add("decode", time_ratio(3, copy_coo, [&] { Coo::decode(message); }));
    }
  }
  return ratios;
}

/// Arguments: format, permille.
void encode(benchmark::State& state) {
  const Coo stream = uniform_stream(state.range(1));
  const auto format = static_cast<Format>(state.range(0));
  std::vector<std::byte> target(stream.encoded_bytes(format));
  for (auto _ : state) {
    stream.encode_to(format, target.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(stream.wire_bytes()));
}

void decode(benchmark::State& state) {
  const Coo stream = uniform_stream(state.range(1));
  const runtime::Message message = encoded(stream, static_cast<Format>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(Coo::decode(message));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(stream.wire_bytes()));
}

void every_format(benchmark::internal::Benchmark* benchmark) {
  for (const Format format : kFormats) {
    for (const std::int64_t permille : kPermille) {
      benchmark->Args({static_cast<std::int64_t>(format), permille});
    }
  }
}

BENCHMARK(encode)->Apply(every_format)->ArgNames({"format", "permille"});
BENCHMARK(decode)->Apply(every_format)->ArgNames({"format", "permille"});

}  // namespace
}  // namespace sparlab::bench

int main(int argc, char** argv) {
  return sparlab::bench::run_benchmarks("bench_formats", argc, argv,
                                        sparlab::bench::promised_ratios);
}
