#include "inputs/sources/input.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "algos/kernels/hash.hpp"
#include "algos/kernels/instantiate.hpp"
#include "inputs/files/recent.hpp"
#include "inputs/formats/svmlight_file.hpp"
#include "inputs/sources/generated_inputs.hpp"
#include "inputs/sources/recording_input.hpp"
#include "inputs/sources/svmlight_input.hpp"
#include "model/base/contract.hpp"

namespace sparlab::inputs {
namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 6> kKindNames = {"uniform", "zipf",     "clustered",
                                                        "blocks",  "svmlight", "recording"};

std::unique_ptr<Input> svmlight_input(const InputSpec& spec, std::uint64_t universe,
                                      std::uint64_t ranks, std::uint64_t seed) {
  return std::make_unique<SvmlightInput>(shared_svmlight(spec.path, universe), universe, spec.batch,
                                         ranks, seed);
}

std::unique_ptr<Input> recording_input(const InputSpec& spec, std::uint64_t universe,
                                       std::uint64_t ranks) {
  return std::make_unique<RecordingInput>(shared_recording(spec.path), universe, ranks);
}

constexpr double kEntries = 1 << 18;

}  // namespace

std::string_view name_of(InputKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::optional<InputKind> input_kind_named(std::string_view name) {
  const auto* const found = std::ranges::find(kKindNames, name);
  if (found == kKindNames.end()) return std::nullopt;
  return static_cast<InputKind>(found - kKindNames.begin());
}

bool is_real_data(InputKind kind) {
  return kind == InputKind::svmlight || kind == InputKind::recording;
}

std::unique_ptr<Input> make_input(const InputSpec& spec, std::uint64_t universe, std::uint64_t nnz,
                                  std::uint64_t ranks, std::uint64_t seed) {
  switch (spec.kind) {
    case InputKind::uniform:
      return std::make_unique<UniformInput>(universe, nnz, seed);
    case InputKind::zipf:
      return std::make_unique<ZipfInput>(universe, nnz, spec.exponent, spec.shuffled, seed);
    case InputKind::clustered:
      return std::make_unique<ClusteredInput>(universe, nnz, spec.cluster, spec.overlap, ranks,
                                              seed);
    case InputKind::blocks:
      return std::make_unique<BlockInput>(universe, nnz, spec.block, ranks, seed);
    case InputKind::svmlight:
      return svmlight_input(spec, universe, ranks, seed);
    case InputKind::recording:
      return recording_input(spec, universe, ranks);
  }
  model::contract_violation("spec.kind is an InputKind", __FILE__, __LINE__);
}

std::shared_ptr<const Input> shared_input(const InputSpec& spec, std::uint64_t universe,
                                          std::uint64_t nnz, std::uint64_t ranks,
                                          std::uint64_t seed) {
  using Key =
      std::tuple<FileState, InputSpec, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;
  static Recent<Key, Input> recent(16);
  const bool real = is_real_data(spec.kind);
  const std::optional<FileState> file = real ? state_of(spec.path) : FileState{};
  std::optional<Key> key;
  if (file) key = Key{*file, spec, universe, real ? 0 : nnz, ranks, seed};
  return recent.get(key, [&] { return make_input(spec, universe, nnz, ranks, seed); });
}

template <class Value, class Index>
algos::SparseStream<Value, Index> to_stream(const Entries& entries, model::Range range) {
  SPARLAB_EXPECTS(range.hi == 0 || range.hi - 1 <= std::numeric_limits<Index>::max());
  std::vector<Index> indices;
  indices.reserve(entries.indices.size());
  for (const std::uint64_t index : entries.indices) indices.push_back(static_cast<Index>(index));
  std::vector<Value> values;
  values.reserve(entries.values.size());
  for (const double value : entries.values) values.push_back(static_cast<Value>(value));
  return {range, indices, values};
}

#define SPARLAB_INSTANTIATE(V, I) \
  template algos::SparseStream<V, I> to_stream<V, I>(const Entries&, model::Range);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

model::ValueSample sample_values(const Input& input, std::uint64_t ranks) {
  const double all = static_cast<double>(ranks) * input.mean_nnz();
  model::ValueSample sample;
  if (all > kEntries) sample.share = kEntries / all;
  const auto taken = [&](std::uint64_t index) {
    return sample.share == 1 ||
           std::ldexp(static_cast<double>(algos::kernels::mix64(index)), -64) < sample.share;
  };
  std::vector<Entries> inputs;
  std::vector<std::uint64_t> indices;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    const Entries entries = input.rank_entries(rank);
    Entries& some = inputs.emplace_back();
    for (std::size_t i = 0; i < entries.indices.size(); ++i) {
      if (!taken(entries.indices[i])) continue;
      some.indices.push_back(entries.indices[i]);
      some.values.push_back(entries.values[i]);
    }
    indices.insert(indices.end(), some.indices.begin(), some.indices.end());
  }
  std::ranges::sort(indices);
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  sample.indices = indices.size();
  for (const Entries& some : inputs) {
    auto& rank = sample.ranks.emplace_back();
    for (std::size_t i = 0; i < some.indices.size(); ++i) {
      const auto at = std::ranges::lower_bound(indices, some.indices[i]);
      rank.push_back(
          {static_cast<std::uint32_t>(at - indices.begin()), static_cast<float>(some.values[i])});
    }
  }
  return sample;
}

std::shared_ptr<const model::ValueSample> shared_sample(const std::shared_ptr<const Input>& input,
                                                        std::uint64_t ranks) {
  using Key = std::pair<std::shared_ptr<const Input>, std::uint64_t>;
  static Recent<Key, model::ValueSample> recent(4);
  return recent.get(Key{input, ranks}, [&] {
    return std::make_shared<const model::ValueSample>(sample_values(*input, ranks));
  });
}

}  // namespace sparlab::inputs
