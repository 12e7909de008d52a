#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/parameters/fields.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

/// The algorithms that may sum integers, with their default settings: exact ones all of whose
/// messages are streams. Costs have the same order (model/costs/quantized_sum.cpp).
enum class IntegerExchange : std::uint8_t {
  ssar_split_allgather,
  ssar_recursive_double,
  sparse_ring,
  sparse_allgather,
};
inline constexpr std::array<std::string_view, 4> kIntegerExchanges = {
    "ssar_split_allgather", "ssar_recursive_double", "sparse_ring", "sparse_allgather"};

struct QuantizedSumParameters {
  IntegerExchange exchange = IntegerExchange::ssar_split_allgather;
  std::uint64_t bits = 4;
  std::uint64_t blocks = 64;
  std::uint64_t seed = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = QuantizedSumParameters;
    visit("exchange", &P::exchange, choices_of<IntegerExchange>(kIntegerExchanges),
          "allreduce of the integers");
    visit("bits", &P::bits, one_of({2, 3, 4, 5, 6, 7, 8}), "bits of an integer of one input");
    visit("blocks", &P::blocks, at_least(1),
          "equal blocks of the range; each has a scale, the largest magnitude of all ranks there");
    visit("seed", &P::seed, any_count(), "seed of the random rounding; call c uses seed + c");
  }
  static std::vector<TunedParameter> tuned(const TuningShape&) {
    return {{"exchange", values_of(choices_of<IntegerExchange>(kIntegerExchanges))}};
  }
  /// Sums of integers are exact in floats up to 2^24.
  void check(const Shape& shape) const {
    if (shape.ranks <= most_ranks()) return;
    throw ParameterError("bits", std::to_string(bits),
                         "with " + std::to_string(shape.ranks) +
                             " ranks, fewer bits: P (2^(bits-1) - 1) must be at most 2^24");
  }

  std::string_view exchange_name() const {
    return kIntegerExchanges[static_cast<std::size_t>(exchange)];
  }
  /// Integers on either side of zero.
  int levels() const { return (1 << (bits - 1)) - 1; }
  std::uint64_t most_ranks() const {
    return (std::uint64_t{1} << 24) / static_cast<std::uint64_t>(levels());
  }
  /// Indices of a block; the last one may have fewer.
  std::uint64_t block_size(std::uint64_t universe) const {
    return std::max(universe / blocks + (universe % blocks == 0 ? 0 : 1), std::uint64_t{1});
  }
  std::uint64_t scales(std::uint64_t universe) const {
    const std::uint64_t size = block_size(universe);
    return universe / size + (universe % size == 0 ? 0 : 1);
  }
};

}  // namespace sparlab::model
