/// Prints how far each kernel is from a limit: the time to read and write the same bytes.
///   bench_limits [FIRST LETTERS OF A KERNEL]
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algos/formats/exponents.hpp"
#include "algos/formats/payload.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/gaussian_threshold.hpp"
#include "algos/selectors/threshold.hpp"
#include "bench/kernel_inputs.hpp"
#include "bench/ratios.hpp"

namespace sparlab::bench {
namespace {

using algos::Format;
using algos::ValueCode;
using Index = std::uint32_t;
using Entries = Stream<float, Index>;
using View = algos::kernels::CooView<float, Index>;
constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;
constexpr std::array kDensities = {0.001, 0.01, 0.1};

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
std::uint64_t sum_of_words(std::span<const std::byte> bytes) {
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
void move(Traffic traffic) {
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

/// One row of a union; `unite` writes to the room that it is given and returns the entries written.
template <class Unite>
void union_row(const Table& table, std::string_view name, std::string_view data,
               std::span<const Entries> inputs, Unite unite) {
  if (!table.wants(name)) return;
  Traffic traffic;
  std::size_t entries = 0;
  for (const Entries& input : inputs) {
    traffic.add_read(input.indices);
    traffic.add_read(input.values);
    entries += input.indices.size();
  }
  Room<float, Index> room(entries);
  const std::size_t written = unite(room.out());
  traffic.add_written(room.indices, written);
  traffic.add_written(room.values, written);
  table.row(name, data, entries, traffic, [&] { return unite(room.out()); });
}

void merges(const Table& table) {
  constexpr std::size_t kCount = 131072;
  const auto op = algos::Reduction<float>::sum();
  const Entries first = random_stream<float, Index>(kCount, kUniverse, 1);
  for (const int common : {0, 50, 100}) {
    const std::array inputs = {first, overlapping_stream(first, common / 100.0, kUniverse, 2)};
    union_row(table, "`merge`", fmt::format("2 x {}, {} % common", kCount, common), inputs,
              [&](auto out) {
                return algos::kernels::merge(inputs[0].view(), inputs[1].view(), op, out);
              });
  }
  const auto unite_all = [&](std::string_view data, const std::vector<Entries>& inputs) {
    std::vector<View> views;
    for (const Entries& input : inputs) views.push_back(input.view());
    union_row(table, "`merge_many`", data, inputs, [&](auto out) {
      return algos::kernels::merge_many<float, Index>(views, 0, kUniverse, op, out);
    });
  };
  unite_all(fmt::format("8 x {}, equal indices", kCount), std::vector(8, first));
  std::mt19937_64 generator(3);
  for (const std::size_t number : {8, 64}) {
    std::vector<Entries> disjoint(number);
    const std::size_t total = number == 8 ? 8 * kCount : 2 * kCount;
    for (const Index index : random_stream<float, Index>(total, kUniverse, 2).indices) {
      Entries& owner = disjoint[generator() % number];
      owner.indices.push_back(index);
      owner.values.push_back(1);
    }
    unite_all(fmt::format("{} x {}, none common", number, total / number), disjoint);
  }
  const Entries pool = random_stream<float, Index>(40960, kUniverse, 4);
  std::vector<Entries> tenths(64);
  for (Entries& part : tenths) {
    std::sample(pool.indices.begin(), pool.indices.end(), std::back_inserter(part.indices), 4096,
                generator);
    part.values.assign(4096, 1);
  }
  unite_all("64 x 4096, each index in a tenth", tenths);
}

/// Of normally distributed values, roughly like gradients.
void selections(const Table& table) {
  if (!table.wants("`exact_top_k`") && !table.wants("`select_above`")) return;
  std::mt19937_64 generator(1);
  std::normal_distribution<float> normal;
  std::vector<float> values(kUniverse);
  for (float& value : values) value = normal(generator);
  const algos::selectors::DenseBlock<float> block{values, 0};
  for (const double density : {0.001, 0.01}) {
    const auto k = static_cast<std::size_t>(density * static_cast<double>(kUniverse));
    Room<float, Index> room(k);
    Traffic traffic;
    traffic.add_read(values);
    traffic.add_written(room.indices, k);
    traffic.add_written(room.values, k);
    const std::string data = fmt::format("{:g} % of 2^24", 100 * density);
    const auto threshold = static_cast<float>(algos::selectors::two_sided_quantile(0, 1, density));
    table.row("`exact_top_k`", data, values.size(), traffic,
              [&] { return algos::selectors::exact_top_k<Index>(block, k); });
    table.row("`select_above`", data, values.size(), traffic,
              [&] { return algos::selectors::select_above<Index>(block, threshold); });
  }
}

/// From and to the payload of a message.
void conversions(const Table& table) {
  constexpr model::Range kRange{0, kUniverse};
  for (const Format format : {Format::bitmap, Format::delta, Format::runs, Format::pici}) {
    const std::string encode = fmt::format("encode {}", algos::name_of(format));
    const std::string decode = fmt::format("decode {}", algos::name_of(format));
    if (!table.wants(encode) && !table.wants(decode)) continue;
    for (const double density : kDensities) {
      const auto count = static_cast<std::size_t>(density * static_cast<double>(kUniverse));
      const Entries stream = random_stream<float, Index>(count, kUniverse, 1);
      const std::string data = fmt::format("{:g} % of 2^24, uniform", 100 * density);
      std::vector<std::byte> payload(
          algos::formats::payload_bytes(format, ValueCode::none, stream.view(), kRange));
      Room<float, Index> room(count);
      const auto write = [&] {
        algos::formats::write_payload(format, ValueCode::none, stream.view(), kRange,
                                      payload.data());
        return payload.data();
      };
      write();
      Traffic encoding;
      encoding.add_read(stream.values);
      encoding.add_read(stream.indices);
      encoding.add_written(payload, payload.size());
      table.row(encode, data, count, encoding, write);
      write();
      Traffic decoding;
      decoding.add_read(payload);
      decoding.add_written(room.values, count);
      decoding.add_written(room.indices, count);
      table.row(decode, data, count, decoding, [&] {
        return algos::formats::read_payload<float, Index>(format, ValueCode::none, kRange, count,
                                                          payload, room.out());
      });
    }
  }
}

/// How values are spread decides how many bits their exponents take.
constexpr std::array<std::string_view, 6> kValueKinds = {
    "normal",           "uniform",           "largest 1 % of normal",
    "generated inputs", "sums of 8 of them", "sums of 1024 of them"};

std::vector<float> values_of(std::string_view kind, std::size_t count) {
  std::mt19937_64 generator(1);
  std::normal_distribution<float> normal;
  const auto threshold = static_cast<float>(algos::selectors::two_sided_quantile(0, 1, 0.01));
  const int inputs = kind == kValueKinds[4] ? 8 : kind == kValueKinds[5] ? 1024 : 1;
  const auto value_of_kind = [&] {
    if (kind == kValueKinds[1]) return std::uniform_real_distribution<float>(-1, 1)(generator);
    if (kind == kValueKinds[0] || kind == kValueKinds[2]) return normal(generator);
    int sum = 0;
    for (int input = 0; input < inputs; ++input) {
      const int step = static_cast<int>(generator() % 16);
      sum += step < 8 ? step - 8 : step - 7;
    }
    return static_cast<float>(sum);
  };
  std::vector<float> values;
  while (values.size() < count) {
    const float value = value_of_kind();
    if (kind != kValueKinds[2] || std::abs(value) > threshold) values.push_back(value);
  }
  return values;
}

template <class Value>
void value_codes(const Table& table) {
  constexpr std::size_t kCount = std::size_t{1} << 20;
  if (!table.wants("exponents")) return;
  for (const std::string_view kind : kValueKinds) {
    std::vector<Value> values;
    for (const float value : values_of(kind, kCount)) values.push_back(static_cast<Value>(value));
    const std::span<const Value> read(values);
    std::vector<std::byte> code(algos::formats::coded_bytes(read));
    const std::string data =
        fmt::format("{}, {}, {:.2f} bits each", algos::name_of(algos::value_type_of<Value>), kind,
                    8.0 * static_cast<double>(code.size()) / kCount);
    Traffic sizing;
    sizing.add_read(values);
    table.row("exponents: size", data, kCount, sizing,
              [&] { return algos::formats::coded_bytes(read); });
    if (kind != "normal") continue;
    std::vector<Value> decoded(kCount);
    Traffic encoding = sizing;
    encoding.add_written(code, code.size());
    table.row("exponents: encode", data, kCount, encoding,
              [&] { return algos::formats::encode_exponents(read, code.data()); });
    Traffic decoding;
    decoding.add_read(code);
    decoding.add_written(decoded, kCount);
    table.row("exponents: decode", data, kCount, decoding,
              [&] { return algos::formats::decode_exponents(code, std::span(decoded)); });
  }
}

}  // namespace
}  // namespace sparlab::bench

int main(int argc, char** argv) {
  const sparlab::bench::Table table(argc > 1 ? argv[1] : "");
  sparlab::bench::merges(table);
  sparlab::bench::selections(table);
  sparlab::bench::conversions(table);
  sparlab::bench::value_codes<float>(table);
  sparlab::bench::value_codes<sparlab::algos::BFloat16>(table);
}
