#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "algos/interface/instantiate.hpp"
#include "algos/registry/algorithm_info.hpp"
#include "algos/streams/options.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "experiments/inputs/input.hpp"
#include "experiments/points/point.hpp"
#include "experiments/points/record.hpp"
#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::experiments {

/// The input of one point in the forms that the engines need.
class Workload {
 public:
  /// Errors  inputs::DataError if the input's data cannot be read.
  explicit Workload(const Point& point);

  std::uint64_t ranks() const { return point_.ranks; }
  const inputs::Input& input() const { return *input_; }
  const model::FillIn& fill_in() const { return *fill_in_; }
  model::WireFormat wire() const;
  /// A sample of the values of all ranks; null unless the input is real data that has them.
  std::shared_ptr<const model::ValueSample> values() const;
  /// `machine` must outlive the returned problem.
  model::Problem problem(const model::Machine& machine) const;

  /// A rank's input in the format that the algorithm expects: dense for algorithms on dense
  /// vectors, else coo.
  template <class Value, class Index>
  algos::SparseStream<Value, Index> stream(std::uint64_t rank) const;

  bool dense_input() const { return algorithm().dense_input; }
  const algos::AlgorithmInfo& algorithm() const { return algorithm_; }
  /// True if the algorithm computes the sum of all inputs, up to rounding.
  bool exact() const { return algorithm_.exactness == algos::Exactness::exact; }

 private:
  Point point_;
  const algos::AlgorithmInfo& algorithm_;
  std::shared_ptr<const inputs::Input> input_;
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

/// FNV-1a of the bytes of a stream: equal results have equal hashes on every rank and in every run.
template <class Value, class Index>
std::uint64_t result_hash(const algos::SparseStream<Value, Index>& result);

/// The options of a point's allreduce, for streams of any type. `machine` is the one that
/// algorithms with a choice decide by, null if there is none; it must outlive whatever is made with
/// the options.
template <class Stream>
algos::AllreduceOptions<Stream> allreduce_options(const Point& point,
                                                  const model::Machine* machine) {
  algos::AllreduceOptions<Stream> options;
  options.dense_switch =
      point.dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never;
  options.formats = point.formats;
  options.machine = machine;
  return options;
}

/// Adds the interval of K to the terms of a record whose input has data for fewer ranks
/// (Record::extrapolated_from).
void add_union_interval(Record& record, const Workload& workload);

}  // namespace sparlab::experiments
