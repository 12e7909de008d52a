#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/sparcml.hpp"

/// The costs of the dense baselines and of SparCML's algorithms, as implemented: exact messages and
/// bytes for the given supports, and the critical path on a homogeneous machine. The path is exact
/// where all ranks have the same load (P is a power of two that divides N, and the supports of all
/// parts are equal). Otherwise it follows the slowest rank of every step, an upper envelope of the
/// cost.
namespace sparlab::model {

Cost dense_recursive_doubling(const Problem& problem);
Cost dense_rabenseifner(const Problem& problem);
Cost dense_ring(const Problem& problem);
Cost sparse_allgather(const Problem& problem);
Cost sparse_ring(const Problem& problem);
Cost ssar_recursive_double(const Problem& problem);
Cost ssar_split_allgather(const Problem& problem);
Cost dsar_split_allgather(const Problem& problem);

Cost dsar_split_allgather_qsgd(const Problem& problem,
                               const DsarSplitAllgatherQsgdParameters& parameters);

}  // namespace sparlab::model
