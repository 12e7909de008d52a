#include "experiments/run/execution/workload.hpp"

#include <algorithm>
#include <cstddef>

#include "algos/kernels/instantiate.hpp"
#include "algos/registry/registry.hpp"
#include "model/fill_in/expected_recorded_fill_in.hpp"

namespace sparlab::experiments::run {

Workload::Workload(const Point& point)
    : point_(point),
      algorithm_(algos::info_of(point.algorithm)),
      input_(inputs::shared_input(point.input, point.universe, point.nnz, point.ranks, point.seed)),
      fill_in_(input_->fill_in()) {}

model::WireFormat Workload::wire() const {
  return model::WireFormat::ours(point_.index == algos::IndexType::uint32 ? 4 : 8,
                                 static_cast<double>(algos::bytes_of(point_.value)));
}

std::shared_ptr<const model::ValueSample> Workload::values() const {
  // Beyond the recorded ranks there are no values.
  if (!inputs::is_real_data(point_.input.kind) || point_.ranks > input_->max_ranks())
    return nullptr;
  return inputs::shared_sample(input_, point_.ranks);
}

model::Problem Workload::problem(const model::Machine& machine) const {
  return {.ranks = point_.ranks,
          .fill_in = fill_in_.get(),
          .wire = wire(),
          .dense_switch = point_.dense_switch,
          .formats = point_.formats,
          .machine = &machine};
}

template <class Value, class Index>
algos::SparseStream<Value, Index> Workload::stream(std::uint64_t rank) const {
  const inputs::Entries entries = input_->rank_entries(rank);
  if (input_format() == algos::Format::coo)
    return inputs::to_stream<Value, Index>(entries, input_->universe());
  auto dense = algos::SparseStream<Value, Index>::uninitialised_dense({0, input_->universe()});
  const auto values = dense.mutable_values();
  std::ranges::fill(values, Value{0});
  for (std::size_t i = 0; i < entries.indices.size(); ++i) {
    values[static_cast<std::size_t>(entries.indices[i])] = static_cast<Value>(entries.values[i]);
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
  if (record.point.ranks <= workload.input().max_ranks()) return;
  const auto* const recorded =
      dynamic_cast<const model::ExpectedRecordedFillIn*>(&workload.fill_in());
  if (recorded == nullptr) return;
  const auto [low, high] = recorded->forecast().interval(record.point.ranks);
  record.terms["union_low"] = low;
  record.terms["union_high"] = high;
}

}  // namespace sparlab::experiments::run
