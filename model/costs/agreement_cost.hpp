#pragma once

#include <cstdint>

#include "model/cost.hpp"

namespace sparlab::model {

/// Adds the agreement of all ranks on one number (algos/steps/agree.hpp): ceil(log2 P) messages of
/// 8 bytes from every rank.
void add_agreement(Cost& cost, std::uint64_t ranks);

}  // namespace sparlab::model
