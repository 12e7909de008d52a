#include "algos/systems/s2_reducer.hpp"

#include <algorithm>
#include <string>

#include "algos/interface/allreduce.hpp"
#include "algos/sketches/count_sketch.hpp"
#include "algos/steps/ring_and_recursive.hpp"
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
      for (std::size_t i = 0; i < one.values().size(); ++i)
        sketch.add(one.indices()[i] - one.range().lo, one.values()[i]);
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

void charge_copied(Comm& comm, const Stream& stream, std::uint64_t values) {
  comm.charge({WorkKind::copy, static_cast<double>(values) * stream.wire_format().value_bytes});
}

/// The live blocks of a dense stream, packed one after the other.
Stream compacted(Comm& comm, const Stream& stream, const UnitedBlocks& live) {
  charge_copied(comm, stream, live.elements());
  const Range range{0, live.elements()};
  return stream.visit([&]<class One>(const One& dense) -> Stream {
    if constexpr (is_counted_v<One>) {
      return CountedStream(dense.context(), range, Format::dense);
    } else {
      auto compact = One::uninitialised_dense(range);
      auto out = compact.mutable_values().begin();
      live.for_each([&](Range block) {
        const auto values =
            dense.values().subspan(static_cast<std::size_t>(block.lo - dense.range().lo),
                                   static_cast<std::size_t>(block.size()));
        out = std::ranges::copy(values, out).out;
      });
      return compact;
    }
  });
}

/// The inverse of `compacted`; blocks that are not live become neutral.
Stream expanded(Comm& comm, Range range, const Stream& stream, const UnitedBlocks& live,
                const Operation& op) {
  charge_copied(comm, stream, range.size());
  charge_copied(comm, stream, live.elements());
  return stream.visit([&]<class One>(const One& compact) -> Stream {
    if constexpr (is_counted_v<One>) {
      return CountedStream(compact.context(), range, static_cast<std::uint32_t>(comm.size()),
                           Format::dense);
    } else {
      auto dense = One::uninitialised_dense(range);
      const auto values = dense.mutable_values();
      std::ranges::fill(values, op.of<typename One::value_type>().neutral());
      auto in = compact.values().begin();
      live.for_each([&](Range block) {
        const auto count = static_cast<std::ptrdiff_t>(block.size());
        std::copy_n(in, count, values.begin() + static_cast<std::ptrdiff_t>(block.lo - range.lo));
        in += count;
      });
      return dense;
    }
  });
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

Stream s2_omnireduce_standin(Comm& comm, Stream stream, const AllreduceOptions& options,
                             const model::S2OmnireduceStandinParameters& parameters) {
  const Range range = stream.range();
  const auto live = unite_blocks(comm, stream, parameters.block, parameters.bitmap, options.op);
  comm.enter_phase("densify");
  const Stream dense = densify(comm, std::move(stream), options.op);
  Stream sum = compacted(comm, dense, live);
  if (live.elements() > 0) sum = ring(comm, sum, options);
  comm.enter_phase("expand");
  return expanded(comm, range, sum, live, options.op);
}

}  // namespace sparlab::algos
