#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparlab::workloads {

/// One layer of a network, or one part of a recorded step, on one rank.
struct Layer {
  std::string name;
  std::uint64_t parameters = 0;  ///< elements of its gradient, of 4 bytes; 0: nothing to exchange
  double forward_s = 0;
  double backward_s = 0;
  double density = 1;  ///< of its gradient as it is computed: share of the elements that is nonzero
  double update_s = 0;                 ///< of its parameters, after all exchanges
  std::optional<double> exchange_s{};  ///< the time of its allreduce in a recorded step
};

/// Where a recorded step comes from.
struct RecordedStep {
  std::uint64_t ranks = 0;       ///< whose gradients were added
  std::optional<double> step_s;  ///< the time of the step, if the recording has it
};

/// What a rank does in a step of training: its layers in the order of the forward pass. The
/// backward pass computes their gradients in reverse order.
struct Workload {
  std::string name;
  std::string title;
  std::string source;
  std::vector<Layer> layers;
  std::optional<RecordedStep> recorded;
  double flop = 0;  ///< of one sample's forward pass; 0: not stated

  std::uint64_t parameters() const;
  double compute_s() const;  ///< forward and backward passes
  /// Makes both passes take so long; layers keep their shares.
  void scale_compute(double seconds);
  double update_s() const;
};

}  // namespace sparlab::workloads
