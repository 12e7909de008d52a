#include "algos/systems/arc_topk.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/kernels/hash.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/steps/held_values.hpp"
#include "algos/steps/select_k.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {
namespace {

using model::ArcTopkParameters;
using model::RowChoice;
using runtime::Comm;
using runtime::WorkKind;

/// The rows of `held` times V, row after row. The bits of a hash of a column are its row of V. Sums
/// are rounded once.
template <class Value, class Index>
Stream sketch_of(const SparseStream<Value, Index>& held, const ArcTopkParameters& parameters,
                 const RowChoice& choice, std::uint64_t seed) {
  auto sketch = SparseStream<Value, Index>::uninitialised_dense({0, choice.cells});
  const std::span<Value> cells = sketch.mutable_values();
  std::ranges::fill(cells, Value{0});
  const auto rank = static_cast<std::size_t>(parameters.rank);
  const bool dense = held.format() == Format::dense;
  const auto offset_of = [&](std::size_t i) {
    return dense ? std::uint64_t{i} : std::uint64_t{held.indices()[i]} - held.range().lo;
  };
  std::vector<double> sums(rank);
  for (std::size_t i = 0; i < held.values().size();) {
    const std::uint64_t row = offset_of(i) / parameters.columns;
    std::ranges::fill(sums, 0.0);
    for (; i < held.values().size(); ++i) {
      const std::uint64_t column = offset_of(i) - row * parameters.columns;
      if (column >= parameters.columns) break;
      const std::uint64_t signs = kernels::mix64(seed ^ kernels::mix64(column));
      const auto value = static_cast<double>(held.values()[i]);
      for (std::size_t j = 0; j < rank; ++j) sums[j] += (signs >> j & 1) != 0 ? -value : value;
    }
    const auto first = static_cast<std::size_t>(row) * rank;
    for (std::size_t j = 0; j < rank; ++j) cells[first + j] = static_cast<Value>(sums[j]);
  }
  return sketch;
}
Stream sketch_of(const CountedStream& held, const ArcTopkParameters& /*parameters*/,
                 const RowChoice& choice, std::uint64_t /*seed*/) {
  return CountedStream(held.context(), {0, choice.cells}, Format::dense);
}

/// The indices in the rows of largest norm of the sketch; of equal norms, in the lower rows.
/// Without a sketch, those of all rows.
template <class Value, class Index>
std::vector<Index> chosen_indices(const SparseStream<Value, Index>& sketch, Range range,
                                  std::uint64_t columns, const RowChoice& choice) {
  std::vector<double> norms(static_cast<std::size_t>(choice.rows), 0.0);
  const auto rank =
      static_cast<std::size_t>(choice.cells / std::max<std::uint64_t>(1, choice.rows));
  for (std::size_t i = 0; i < sketch.values().size(); ++i) {
    const auto cell = static_cast<double>(sketch.values()[i]);
    norms[i / rank] += cell * cell;
  }
  const auto rows = selectors::exact_top_k<std::uint64_t>(
      selectors::DenseBlock<double>{.values = norms}, choice.chosen);
  std::vector<Index> indices;
  indices.reserve(static_cast<std::size_t>(choice.elements));
  for (const std::uint64_t row : rows.entries.indices()) {
    const Range block = model::block_range(range, columns, row);
    for (std::uint64_t index = block.lo; index < block.hi; ++index)
      indices.push_back(static_cast<Index>(index));
  }
  return indices;
}

/// The values of `held` at the indices, then zeros.
template <class Value, class Index>
SparseStream<Value, Index> values_at(const SparseStream<Value, Index>& held,
                                     std::span<const Index> indices, std::uint64_t elements) {
  auto dense = SparseStream<Value, Index>::uninitialised_dense({0, elements});
  const std::span<Value> values = dense.mutable_values();
  std::ranges::fill(values, Value{0});
  visit_held(held, indices, [&](std::size_t i, const Value& value) { values[i] = value; });
  return dense;
}

}  // namespace

ArcTopk::ArcTopk(const ArcTopkParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "arc_topk");
}

Stream ArcTopk::reduce(Comm& comm, Stream input) {
  const Range whole = input.range();
  const std::uint64_t seed = kernels::mix64(calls_++);
  const std::uint64_t k = agreed_k(comm, parameters_.k, input);
  const RowChoice choice = parameters_.choice(whole.size(), k);
  const Stream accumulated = held_.take_with(std::move(input));
  const model::WireFormat wire = accumulated.wire_format();
  Stream sketch;
  if (choice.cells > 0) {
    comm.enter_phase("sketch");
    const auto cells = static_cast<double>(choice.cells);
    comm.charge({WorkKind::copy, cells * wire.value_bytes});
    comm.charge({WorkKind::scatter, static_cast<double>(parameters_.rank) * accumulated.count()});
    sketch = dense_rabenseifner(comm, accumulated.visit([&](const auto& one) -> Stream {
      return sketch_of(one, parameters_, choice, seed);
    }),
                                options_);
    comm.enter_phase("select");
    comm.charge({WorkKind::select, cells});
  }
  comm.enter_phase("collect");
  const auto elements = static_cast<double>(choice.elements);
  const bool dense = accumulated.format() == Format::dense;
  comm.charge({dense ? WorkKind::scatter : WorkKind::merge,
               dense ? elements : elements + accumulated.count()});
  Stream result = accumulated.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      dense_rabenseifner(comm, CountedStream(one.context(), {0, choice.elements}, Format::dense),
                         options_);
      const auto ranks = static_cast<std::uint32_t>(comm.size());
      return CountedStream(one.context(), whole, ranks, Format::dense).cut_to(elements);
    } else {
      using Index = typename One::index_type;
      const auto indices = chosen_indices(choice.cells > 0 ? sketch.as<One>() : One{}, whole,
                                          parameters_.columns, choice);
      const One sums = dense_rabenseifner(
          comm, values_at(one, std::span<const Index>(indices), choice.elements), options_);
      return One(whole, indices, sums.values().first(indices.size()));
    }
  });
  comm.enter_phase("result");
  comm.charge({WorkKind::copy, elements * (wire.index_bytes + wire.value_bytes)});
  held_.hold_all_but(accumulated, result);
  return result;
}

}  // namespace sparlab::algos
