#pragma once

#include <optional>

#include "experiments/spec/points/record.hpp"

namespace sparlab::analysis {

// Bytes per rank and second; nullopt where they are unknown or the call took no time.

/// Of the dense vector, as in nccl-tests: what a caller gains by a sparse algorithm shows as a
/// higher bandwidth.
std::optional<double> algorithm_bandwidth(const experiments::Record& record);

/// That a rank sent, on average.
std::optional<double> wire_bandwidth(const experiments::Record& record);

/// algorithm_bandwidth * 2(P-1)/P, as in nccl-tests; only of dense algorithms.
std::optional<double> bus_bandwidth(const experiments::Record& record);

}  // namespace sparlab::analysis
