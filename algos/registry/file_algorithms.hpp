#pragma once

#include <span>

#include "algos/registry/algorithm_info.hpp"

namespace sparlab::algos {

/// The algorithms that a file defines (model/schedules). They run only with the settings that name
/// it, so they are none of `algorithms()`: no keyword, advice or choice has them.
std::span<const AlgorithmInfo> file_algorithms();

/// Whether ranks add in different orders, so that their exact results may differ in the last bits
/// and in their formats. Contract: the algorithm is known.
bool ranks_round_apart(const model::Algorithm& algorithm);

}  // namespace sparlab::algos
