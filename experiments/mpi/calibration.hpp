#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/fit.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::mpi {

/// What this machine costs: messages between two ranks, and local work of one core.
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
  double processor_share = 1;  ///< of a processor that each rank had, the lesser of both
};

/// The times of one repetition of the ping-pong, over all sizes.
using MessageTimes = std::vector<model::Transfer>;

/// Fits latencies and the time per byte to each repetition; at least six of them.
/// Errors  std::invalid_argument, as model::fit_protocols.
void set_message_costs(std::span<const MessageTimes> repetitions, Calibration& calibration);

/// Ping-pong between ranks 0 and 1 from 8 B to 8 MiB, and the kernels on rank 0. A few seconds,
/// and as long again if there are doubts. Complete on rank 0 only. At least two ranks;
/// others wait.
///
/// Errors  std::invalid_argument on rank 0, from require_usable.
Calibration calibrate(runtime::Comm& comm);

/// Why the numbers may not be this machine's, by what they concern: other programs had the
/// processors, or repetitions differ. Empty for a quiet machine.
std::map<std::string, std::string> doubts(const Calibration& calibration);

/// Errors  std::invalid_argument: a cost, other than the rendezvous, that cannot be told from zero.
void require_usable(const Calibration& calibration);

/// A platform file (see docs/platforms.md) named `name` with these numbers and doubts.
std::string platform_json(const Calibration& calibration, const std::string& name);

}  // namespace sparlab::experiments::mpi
