#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>

#include "algos/kernels/instantiate.hpp"
#include "algos/registry/registry.hpp"
#include "algos/streams/options.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "experiments/spec/points/record.hpp"
#include "inputs/sources/input.hpp"
#include "model/base/cost.hpp"
#include "model/base/range.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::experiments::run {

/// The input of one point in the forms that the engines need.
class Workload {
 public:
  /// Errors  inputs::DataError if the input's data cannot be read.
  explicit Workload(const Point& point);

  std::uint64_t ranks() const { return point_.ranks; }
  /// The first inputs that are added up.
  std::uint64_t inputs() const { return point_.inputs_of(point_.ranks); }
  const inputs::Input& input() const { return *input_; }
  const model::FillIn& fill_in() const { return *fill_in_; }
  model::WireFormat wire() const;
  /// A sample of the values of all ranks; null unless the input is real data that has them.
  std::shared_ptr<const model::ValueSample> values() const;
  /// `machine` must outlive the returned problem.
  model::Problem problem(const model::Machine& machine) const;

  model::Collective collective() const { return point_.collective; }
  /// The range of a rank's input.
  model::Range given_range(std::uint64_t rank) const {
    return model::given_range(point_.collective, {0, point_.universe}, rank, point_.ranks,
                              point_.roots);
  }
  /// Whether ranks give their ranges of the sum of all inputs() instead of an input of their own.
  bool gives_sum() const {
    return point_.collective == model::Collective::allgatherv ||
           point_.collective == model::Collective::broadcast;
  }
  /// Whether the collective ignores the rank's input, which is then empty.
  bool is_ignored(std::uint64_t rank) const {
    return model::ignores_input(point_.collective, rank, point_.ranks, point_.roots);
  }
  /// A rank's input in the form that the point gives (Settings::input_form).
  template <class Value, class Index>
  algos::SparseStream<Value, Index> stream(std::uint64_t rank) const;

  /// The format of stream().
  algos::Format input_format() const {
    return begins_dense(point_, algorithm_) ? algos::Format::dense : algos::Format::coo;
  }
  const algos::AlgorithmInfo& algorithm() const { return algorithm_; }
  /// True if the result of an exact algorithm may lack entries whose sum is 0: those that dense
  /// blocks lose, and those that a dense shard never had.
  bool lacks_zeros() const {
    return point_.algorithm.parameters().drops_neutral() ||
           (gives_sum() && input_format() == algos::Format::dense);
  }
  /// True if the algorithm computes the sum of all inputs, up to rounding.
  bool exact() const { return algorithm_.exactness == algos::Exactness::exact; }

 private:
  Point point_;
  const algos::AlgorithmInfo& algorithm_;
  std::shared_ptr<const inputs::Input> input_;
  inputs::Entries sum_;  ///< of inputs(), if ranks give parts of it
  std::shared_ptr<const model::FillIn> fill_in_;
};

/// Calls body.template operator()<Value, Index>() with the point's types.
/// Errors  std::invalid_argument: no algorithm is compiled for them.
template <class Body>
decltype(auto) with_stream_types(const Point& point, Body&& body) {
#define SPARLAB_CALL(Value, Index)                                                                \
  if (point.value == algos::value_type_of<Value> && point.index == algos::index_type_of<Index>) { \
    return body.template operator()<Value, Index>();                                              \
  }
  SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_CALL)
#undef SPARLAB_CALL
  throw std::invalid_argument("no algorithm is compiled for these types of values and indices");
}

/// The options of a point's collective. `machine` is the one that
/// algorithms with a choice decide by, null if there is none; it must outlive whatever is made with
/// the options.
inline algos::AllreduceOptions allreduce_options(const Point& point,
                                                 const model::Machine* machine) {
  algos::AllreduceOptions options;
  options.dense_switch =
      point.dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never;
  options.formats = point.message_formats();
  options.machine = machine;
  options.collective = point.collective;
  options.whole = {0, point.universe};
  options.roots = point.roots;
  return options;
}

/// The cost of a collective with the conversion of its inputs from the form of the settings.
/// nullopt for algorithms without a model.
std::optional<model::Cost> cost_from(const Settings& settings, const model::Algorithm& algorithm,
                                     const model::Problem& problem);

/// Adds the interval of K to the terms of a record whose input has data for fewer ranks
/// (Record::extrapolated_from).
void add_union_interval(Record& record, const Workload& workload);

}  // namespace sparlab::experiments::run
