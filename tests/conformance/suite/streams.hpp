#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "model/fill_in/placed_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "tests/conformance/suite/scenario.hpp"

/// Streams of vectors and scenarios, and what they hold.
namespace sparlab::conformance {

using FloatStream = algos::SparseStream<float, std::uint32_t>;

inline FloatStream dense_stream(std::span<const float> values) {
  auto stream = FloatStream::uninitialised_dense({0, values.size()});
  for (std::size_t i = 0; i < values.size(); ++i) stream.mutable_values()[i] = values[i];
  return stream;
}

/// The nonzeros of the same vector.
inline FloatStream coo_stream(std::span<const float> values) {
  std::vector<std::uint32_t> indices;
  std::vector<float> nonzeros;
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    if (values[i] == 0) continue;
    indices.push_back(i);
    nonzeros.push_back(values[i]);
  }
  return {{0, values.size()}, indices, nonzeros};
}

inline FloatStream stream_of(const RankInput& input, std::uint64_t universe) {
  return {{0, universe},
          std::vector<std::uint32_t>(input.indices.begin(), input.indices.end()),
          std::vector<float>(input.values.begin(), input.values.end())};
}

/// A rank's support with all values 1, for tests in which only counts matter.
inline FloatStream ones(const RankInput& input, std::uint64_t universe) {
  return stream_of({input.indices, std::vector<double>(input.indices.size(), 1)}, universe);
}

/// A stream as a dense vector; indices without an entry are zero.
inline std::vector<double> dense_values(const FloatStream& stream) {
  std::vector<double> values(static_cast<std::size_t>(stream.range().size()));
  for (std::size_t i = 0; i < stream.values().size(); ++i) {
    const std::size_t at = stream.format() == algos::Format::dense ? i : stream.indices()[i];
    values[at] = static_cast<double>(stream.values()[i]);
  }
  return values;
}

inline bool same_bits(const FloatStream& a, const FloatStream& b) {
  const auto x = a.encode();
  const auto y = b.encode();
  return x.bytes().size() == y.bytes().size() &&
         std::memcmp(x.bytes().data(), y.bytes().data(), x.bytes().size()) == 0;
}

/// The number of ranks that hold each index: the sum if all values are ones.
inline std::vector<double> holders(const Scenario& scenario) {
  std::vector<double> counts(static_cast<std::size_t>(scenario.universe));
  for (const auto& input : scenario.inputs) {
    for (const auto index : input.indices) counts[static_cast<std::size_t>(index)] += 1;
  }
  return counts;
}

/// The streams of all ranks.
inline std::vector<FloatStream> inputs_of(const Scenario& scenario) {
  std::vector<FloatStream> inputs;
  for (const RankInput& input : scenario.inputs)
    inputs.push_back(stream_of(input, scenario.universe));
  return inputs;
}

/// The fill-in of exactly these supports.
inline model::RecordedFillIn exact_fill_in(const Scenario& scenario) {
  std::vector<std::span<const std::uint64_t>> supports;
  for (const auto& input : scenario.inputs) supports.emplace_back(input.indices);
  return model::RecordedFillIn(
      std::make_shared<const model::RecordedSupports>(scenario.universe, supports));
}

/// The same as runs at known places, one for each index.
inline model::PlacedFillIn placed_fill_in(const Scenario& scenario) {
  std::vector<std::vector<model::Range>> runs;
  for (const auto& input : scenario.inputs) {
    auto& of_rank = runs.emplace_back();
    for (const std::uint64_t index : input.indices) of_rank.push_back({index, index + 1});
  }
  return {scenario.universe, runs};
}

}  // namespace sparlab::conformance
