#pragma once

#include <span>
#include <vector>

#include "model/analysis/fit.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::mpi {

/// The measured costs of this machine: messages between two ranks, and local work of one core.
struct Calibration {
  double rendezvous_bytes = 0;
  model::Repeated alpha_s;
  model::Repeated rendezvous_alpha_s;
  model::Repeated beta_s_per_byte;
  model::Repeated merge;       ///< per entry of both inputs
  model::Repeated scatter;     ///< per entry
  model::Repeated dense_sum;   ///< per element
  model::Repeated copy;        ///< per byte
  model::Repeated select;      ///< per entry chosen from
  double processor_share = 1;  ///< CPU share of each rank; the smaller of the two
};

/// One-way times of one repetition of the ping-pong, for all sizes.
using MessageTimes = std::vector<model::Transfer>;

/// Fits latencies and the time per byte to each repetition. Needs at least six repetitions.
/// Errors  std::invalid_argument, as model::fit_protocols.
void set_message_costs(std::span<const MessageTimes> repetitions, Calibration& calibration);

/// Runs a ping-pong between ranks 0 and 1 from 8 B to 8 MiB, and the kernels on rank 0. Takes a few
/// seconds, and is repeated once if there are doubts. Needs at least two ranks; the others wait.
/// The result is complete on rank 0 only.
///
/// Errors  std::invalid_argument on rank 0, from require_usable.
Calibration calibrate(runtime::Comm& comm);

}  // namespace sparlab::experiments::mpi
