#include "experiments/run/execution/workload.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "algos/kernels/instantiate.hpp"
#include "algos/registry/registry.hpp"
#include "model/fill_in/expected_recorded_fill_in.hpp"

namespace sparlab::experiments::run {
namespace {

/// The union of all ranks' entries; values of one index are added in the order of ranks.
inputs::Entries sum_of(const inputs::Input& input, std::uint64_t ranks) {
  std::vector<std::pair<std::uint64_t, double>> all;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    const inputs::Entries entries = input.rank_entries(rank);
    for (std::size_t i = 0; i < entries.indices.size(); ++i)
      all.emplace_back(entries.indices[i], entries.values[i]);
  }
  std::ranges::stable_sort(all, {}, &std::pair<std::uint64_t, double>::first);
  inputs::Entries sum;
  for (const auto& [index, value] : all) {
    if (sum.indices.empty() || sum.indices.back() != index) {
      sum.indices.push_back(index);
      sum.values.push_back(0);
    }
    sum.values.back() += value;
  }
  return sum;
}

/// The entries in a range.
inputs::Entries cut_to(const inputs::Entries& entries, model::Range range) {
  const auto& indices = entries.indices;
  const auto first = std::ranges::lower_bound(indices, range.lo) - indices.begin();
  const auto last = std::ranges::lower_bound(indices, range.hi) - indices.begin();
  return {{indices.begin() + first, indices.begin() + last},
          {entries.values.begin() + first, entries.values.begin() + last}};
}

}  // namespace

Workload::Workload(const Point& point)
    : point_(point),
      algorithm_(algos::info_of(point.algorithm)),
      input_(inputs::shared_input(point.input, point.universe, point.nnz,
                                  point.inputs_of(point.ranks), point.seed)),
      fill_in_(input_->fill_in()) {
  if (point.payload == Payload::data && gives_sum()) sum_ = sum_of(*input_, inputs());
}

model::WireFormat Workload::wire() const {
  return algos::wire_format_of(point_.value, point_.index);
}

std::shared_ptr<const model::ValueSample> Workload::values() const {
  // Beyond the recorded ranks there are no values.
  if (!inputs::is_real_data(point_.input.kind) || inputs() > input_->max_ranks()) return nullptr;
  return inputs::shared_sample(input_, inputs());
}

model::Problem Workload::problem(const model::Machine& machine) const {
  return {.ranks = point_.ranks,
          .fill_in = fill_in_.get(),
          .wire = wire(),
          .dense_switch = point_.dense_switch,
          .formats = point_.message_formats(),
          .machine = &machine,
          .collective = point_.collective,
          .lag = point_.lag,
          .roots = point_.roots};
}

template <class Value, class Index>
algos::SparseStream<Value, Index> Workload::stream(std::uint64_t rank) const {
  const model::Range range = given_range(rank);
  const inputs::Entries entries = is_ignored(rank) ? inputs::Entries{}
                                  : gives_sum()    ? cut_to(sum_, range)
                                                   : input_->rank_entries(rank);
  if (input_format() == algos::Format::coo) return inputs::to_stream<Value, Index>(entries, range);
  auto dense = algos::SparseStream<Value, Index>::uninitialised_dense(range);
  const auto values = dense.mutable_values();
  std::ranges::fill(values, Value{0});
  for (std::size_t i = 0; i < entries.indices.size(); ++i) {
    values[static_cast<std::size_t>(entries.indices[i] - range.lo)] =
        static_cast<Value>(entries.values[i]);
  }
  return dense;
}

#define SPARLAB_INSTANTIATE(V, I) \
  template algos::SparseStream<V, I> Workload::stream<V, I>(std::uint64_t) const;
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

std::optional<model::Cost> cost_from(const Settings& settings, const model::Algorithm& algorithm,
                                     const model::Problem& problem) {
  auto cost = algorithm.cost(problem);
  const algos::AlgorithmInfo& info = algos::info_of(algorithm);
  if (!cost || info.dense_input == begins_dense(settings, info)) return cost;
  cost->critical_path.insert(cost->critical_path.begin(), info.dense_input
                                                              ? model::densification(problem)
                                                              : model::sparsification(problem));
  return cost;
}

void add_union_interval(Record& record, const Workload& workload) {
  if (workload.inputs() <= workload.input().max_ranks()) return;
  const auto* const recorded =
      dynamic_cast<const model::ExpectedRecordedFillIn*>(&workload.fill_in());
  if (recorded == nullptr) return;
  const auto [low, high] = recorded->forecast().interval(workload.inputs());
  record.terms["union_low"] = low;
  record.terms["union_high"] = high;
}

}  // namespace sparlab::experiments::run
