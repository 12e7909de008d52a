#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/run/steps/exchanges.hpp"
#include "experiments/run/steps/step_plan.hpp"
#include "model/base/cost.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

/// The exchanges of a step on one rank, with data. A rank's gradient holds the entries of its input
/// between values of smaller magnitude, so that the exact top-k of it selects these entries. A
/// sparse result is added to a dense vector; a dense one takes the place of the gradient.
class RealExchanges final : public steps::Exchanges {
 public:
  /// `machine` is the one that algorithms with a choice decide by, or null; it must outlive this
  /// object.
  /// Errors  inputs::DataError.
  RealExchanges(const steps::StepPlan& plan, std::uint64_t rank, const model::Machine* machine);
  ~RealExchanges() override;

  /// Before a run of steps: reducers without state, and fresh gradients where exchanges replace
  /// them.
  void prepare();
  void select(runtime::Comm& comm, std::size_t exchange) override;
  void run(runtime::Comm& comm, std::size_t exchange) override;

  /// From now on until they are taken, hashes of the results of each exchange.
  void keep_hashes();
  std::vector<std::uint64_t> take_hashes();

  /// One exchange, whatever the types of its stream.
  class Exchange;

 private:
  std::vector<std::unique_ptr<Exchange>> exchanges_;
  std::vector<std::uint64_t> hashes_;  ///< by exchange; empty: they are not kept
};

}  // namespace sparlab::experiments::run::mpi
