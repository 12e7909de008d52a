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

#include "algos/formats/payload.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/gaussian_threshold.hpp"
#include "algos/selectors/threshold.hpp"
#include "bench/kernel_inputs.hpp"
#include "bench/limit_table.hpp"

namespace sparlab::bench {
namespace {

using algos::Format;
using algos::ValueCode;
using Index = std::uint32_t;
using Entries = Stream<float, Index>;
using View = algos::kernels::CooView<float, Index>;
constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;
constexpr std::array kDensities = {0.001, 0.01, 0.1};

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

}  // namespace
}  // namespace sparlab::bench

int main(int argc, char** argv) {
  const sparlab::bench::Table table(argc > 1 ? argv[1] : "");
  sparlab::bench::merges(table);
  sparlab::bench::selections(table);
  sparlab::bench::conversions(table);
  sparlab::bench::value_codes(table);
}
