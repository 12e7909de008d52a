#pragma once

#include <string>

#include "model/fit.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::mpi {

/// What this machine costs: messages between two ranks, and local work of one core.
struct Calibration {
  model::ProtocolFit messages;
  model::UnitCostFit merge;      ///< per entry of both inputs
  model::UnitCostFit scatter;    ///< per entry
  model::UnitCostFit dense_sum;  ///< per element
  model::UnitCostFit copy;       ///< per byte
  model::UnitCostFit select;     ///< per entry chosen from
};

/// Ping-pong between ranks 0 and 1 from 8 B to 8 MiB, and the kernels on rank 0. A few seconds.
/// Complete on rank 0 only. At least two ranks; others wait.
///
/// Errors  std::invalid_argument if the machine was too noisy for a positive alpha or beta.
Calibration calibrate(runtime::Comm& comm);

/// A platform file (see docs/platforms.md) named `name` with these numbers.
std::string platform_json(const Calibration& calibration, const std::string& name);

}  // namespace sparlab::experiments::mpi
