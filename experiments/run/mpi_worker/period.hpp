#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "algos/registry/own_form.hpp"
#include "algos/registry/registry.hpp"
#include "experiments/run/execution/workload.hpp"
#include "experiments/run/mpi_worker/gloo_group.hpp"
#include "experiments/spec/points/point.hpp"
#include "model/base/cost.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::experiments::run::mpi {

/// One period of calls of a point's allreduce on this rank, by sparlab's algorithms or by another
/// library's.
template <class Value, class Index>
class Period {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  Period(runtime::mpi::World& world, const Point& point, const Workload& workload,
         const model::Machine* machine)
      : world_(world),
        algorithm_(point.algorithm),
        options_(allreduce_options(point, machine)),
        info_(workload.algorithm()),
        original_(workload.stream<Value, Index>(static_cast<std::uint64_t>(world.comm().rank()))),
        inputs_(static_cast<std::size_t>(algorithm_.period())) {
    if (info_.name == "dense_gloo") gloo_ = std::make_unique<GlooGroup>(world.comm());
  }

  bool is_native() const { return info_.native; }
  std::size_t calls() const { return inputs_.size(); }

  /// Makes a reducer without state and fresh inputs, since algorithms may reduce in place.
  void prepare() {
    result_.reset();
    reducer_ = algos::make_reducer(algorithm_, options_);
    for (Stream& input : inputs_) input = original_.clone();
  }

  /// Runs all calls and passes each result to `take(call, result)`.
  template <class Take>
  void run(runtime::Comm& comm, Take take) {
    for (std::size_t call = 0; call < inputs_.size(); ++call) {
      result_ = reduce(comm, std::move(inputs_[call]));
      take(call, *result_);
    }
  }

  /// The result of the last call.
  const Stream& result() const { return *result_; }
  /// The residual after the last call; none of an algorithm that holds nothing back.
  std::optional<Stream> residual() const {
    const algos::Stream* const held = is_native() ? nullptr : reducer_->residual();
    if (held == nullptr) return std::nullopt;
    return held->is_counted() ? Stream() : held->as<Stream>();
  }

 private:
  Stream reduce(runtime::Comm& comm, Stream input) {
    algos::Stream own = algos::in_own_form(comm, std::move(input), info_, options_);
    if (!is_native()) return reducer_->reduce(comm, std::move(own)).as<Stream>();
    if constexpr (sizeof(typename Stream::value_type) == 2) {
      throw std::invalid_argument("only algorithms of sparlab add values of 16 bits");
    } else {
      input = std::move(own).as<Stream>();
      if (gloo_)
        gloo_->allreduce(input.mutable_values(), gloo_algorithm());
      else
        world_.native_allreduce(input.mutable_values());
      return input;
    }
  }

  model::GlooAllreduce gloo_algorithm() const {
    const model::DenseGlooParameters& parameters = algorithm_.parameters();
    return parameters.algorithm;
  }

  runtime::mpi::World& world_;
  model::Algorithm algorithm_;
  algos::AllreduceOptions options_;
  const algos::AlgorithmInfo& info_;
  Stream original_;
  std::vector<Stream> inputs_;  ///< one per call
  std::unique_ptr<algos::Reducer> reducer_;
  std::unique_ptr<GlooGroup> gloo_;  ///< none: another algorithm
  std::optional<Stream> result_;
};

}  // namespace sparlab::experiments::run::mpi
