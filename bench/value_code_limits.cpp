#include <fmt/core.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algos/formats/exponents.hpp"
#include "algos/formats/format.hpp"
#include "algos/formats/integers.hpp"
#include "algos/quantizers/shared_scales.hpp"
#include "algos/selectors/gaussian_threshold.hpp"
#include "bench/limit_table.hpp"

namespace sparlab::bench {
namespace {

constexpr std::size_t kCount = std::size_t{1} << 20;

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
void exponents(const Table& table) {
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

/// Integers of `bits` bits for normally distributed values of one of 64 blocks each.
void integers(const Table& table, std::uint64_t bits) {
  if (!table.wants("integers")) return;
  using IntegerStream = algos::SparseStream<float, std::uint32_t>;
  std::vector<std::uint32_t> indices(kCount);
  std::iota(indices.begin(), indices.end(), 0U);
  const IntegerStream input({0, kCount}, indices, values_of("normal", kCount));
  const algos::quantizers::SharedScales quantizer({.bits = bits}, input.range());
  const auto scales = quantizer.magnitudes(input);
  const IntegerStream rounded = quantizer.integers(input, scales, 1);
  std::vector<std::byte> code(algos::formats::integer_bytes(rounded.values()));
  const std::string data = fmt::format("{} bits, {:.2f} bits each", bits,
                                       8.0 * static_cast<double>(code.size()) / kCount);
  std::vector<float> decoded(kCount);
  Traffic reading;
  reading.add_read(input.values());
  table.row("integers: magnitudes", data, kCount, reading,
            [&] { return quantizer.magnitudes(input); });
  Traffic rounding = reading;
  rounding.add_read(input.indices());
  rounding.add_written(decoded, kCount);
  table.row("integers: quantize", data, kCount, rounding,
            [&] { return quantizer.integers(input, scales, 1).count(); });
  table.row("integers: dequantize", data, kCount, rounding,
            [&] { return quantizer.values<float>(rounded, scales).count(); });
  table.row("integers: size", data, kCount, reading,
            [&] { return algos::formats::integer_bytes(rounded.values()); });
  Traffic encoding = reading;
  encoding.add_written(code, code.size());
  table.row("integers: encode", data, kCount, encoding,
            [&] { return algos::formats::encode_integers(rounded.values(), code.data()); });
  Traffic decoding;
  decoding.add_read(code);
  decoding.add_written(decoded, kCount);
  table.row("integers: decode", data, kCount, decoding,
            [&] { return algos::formats::decode_integers(code, decoded); });
}

}  // namespace

void value_codes(const Table& table) {
  exponents<float>(table);
  exponents<algos::BFloat16>(table);
  integers(table, 4);
  integers(table, 8);
}

}  // namespace sparlab::bench
