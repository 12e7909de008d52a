#include "algos/systems/s2_reducer.hpp"

#include <algorithm>
#include <string>

#include "algos/interface/allreduce.hpp"
#include "algos/sketches/count_sketch.hpp"
#include "algos/steps/ring.hpp"
#include "algos/steps/select_k.hpp"
#include "model/parameters/s2_reducer.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::WorkKind;
using sketches::CountSketch;
using sketches::CountSketchOptions;

double cells_of(const CountSketchOptions& sketch) {
  return static_cast<double>(sketch.rows) * static_cast<double>(sketch.columns);
}

/// Charges clearing the sketch and adding `entries` to every row.
void charge_sketching(Comm& comm, const CountSketchOptions& sketch, double entries,
                      double value_bytes) {
  comm.charge({WorkKind::copy, cells_of(sketch) * value_bytes});
  comm.charge({WorkKind::scatter, static_cast<double>(sketch.rows) * entries});
}

/// Charges the median over all rows' estimates, for each of `elements`.
void charge_estimation(Comm& comm, const CountSketchOptions& sketch, double elements) {
  comm.charge({WorkKind::select, static_cast<double>(sketch.rows) * elements});
}

/// The sketch cells of a coo stream, as a vector that ranks can sum. Indices are hashed relative to
/// the beginning of the range, so that a shifted vector has the same estimates.
Stream sketch_of(Comm& comm, const Stream& stream, const CountSketchOptions& options) {
  charge_sketching(comm, options, stream.count(), stream.wire_format().value_bytes);
  return stream.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return CountedStream(one.context(), {0, options.rows * options.columns}, Format::dense);
    } else {
      CountSketch<typename One::value_type> sketch(options);
      for (std::size_t i = 0; i < one.values().size(); ++i) {
        sketch.add(one.indices()[i] - one.range().lo, one.values()[i]);
      }
      auto cells = One::uninitialised_dense({0, sketch.cells().size()});
      std::ranges::copy(sketch.cells(), cells.mutable_values().begin());
      return cells;
    }
  });
}

template <class Value, class Index>
SparseStream<Value, Index> estimates_of(Range range, const SparseStream<Value, Index>& cells,
                                        const UnitedBlocks& live,
                                        const CountSketchOptions& options) {
  CountSketch<Value> sketch(options);
  std::ranges::copy(cells.values(), sketch.mutable_cells().begin());
  if (live.elements() == range.size()) {
    auto dense = SparseStream<Value, Index>::uninitialised_dense(range);
    const auto values = dense.mutable_values();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = sketch.estimate(i);
    return dense;
  }
  CooBuilder<Value, Index> builder(range, live.elements());
  const auto out = builder.out();
  std::size_t count = 0;
  live.for_each([&](Range block) {
    for (std::uint64_t index = block.lo; index < block.hi; ++index, ++count) {
      out.indices[count] = static_cast<Index>(index);
      out.values[count] = sketch.estimate(index - range.lo);
    }
  });
  return std::move(builder).finish(count);
}

CountedStream estimates_of(Range range, const CountedStream& cells, const UnitedBlocks& live,
                           const CountSketchOptions& /*options*/) {
  const CountedStream dense(cells.context(), range, Format::dense);
  return live.elements() == range.size() ? dense
                                         : dense.cut_to(static_cast<double>(live.elements()));
}

}  // namespace

S2Reducer::S2Reducer(const model::S2ReducerParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters) {
  require_sum(options, "s2_reducer");
}

Stream S2Reducer::reduce(Comm& comm, Stream input) {
  const Operation sum;
  if (input.range().size() >= sketches::kMersenne61) {
    throw model::ParameterError("N", std::to_string(input.range().size()),
                                "less than 2^61 - 1, by s2_reducer");
  }
  input = drop_neutral(comm, input, sum);
  std::uint64_t columns = parameters_.columns;
  if (columns == 0) {
    const std::uint64_t nnz = agreed_k(comm, 0, input);
    columns = model::sketch_columns(parameters_.lambda, nnz, parameters_.rows);
  }
  const CountSketchOptions sketch{
      .rows = parameters_.rows, .columns = columns, .seed = parameters_.seed};
  const auto live = unite_blocks(comm, input, parameters_.block, parameters_.bitmap, sum);
  comm.enter_phase("sketch");
  const Stream cells = ring(comm, sketch_of(comm, input, sketch), {});
  comm.enter_phase("estimate");
  charge_estimation(comm, sketch, static_cast<double>(live.elements()));
  return cells.visit(
      [&](const auto& one) -> Stream { return estimates_of(input.range(), one, live, sketch); });
}

}  // namespace sparlab::algos
