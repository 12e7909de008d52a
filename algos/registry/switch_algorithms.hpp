#pragma once

#include <span>

#include "algos/registry/algorithm_info.hpp"

namespace sparlab::algos {

/// The algorithms that need switches that compute (runtime/switches.hpp). No program can call them,
/// so they are none of `algorithms()`: no keyword, advice or choice has them.
std::span<const AlgorithmInfo> switch_algorithms();

/// Whether the algorithm is one of these. Contract: it is known.
bool needs_switches(const model::Algorithm& algorithm);

}  // namespace sparlab::algos
