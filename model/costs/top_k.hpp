#pragma once

#include "model/costs/problem.hpp"
#include "model/parameters/top_k.hpp"

/// The costs of systems that select, for a first call with coo inputs. Where a selection cuts
/// entries off, the overlap of different ranks' selections depends on the values. It is assumed to
/// be that of the whole inputs (united_selections). Message counts are always exact. Bytes are
/// exact for topk_allgather and gtopk(broadcast=binomial), and with k = 0 for all except
/// gtopk(broadcast=scatter_allgather). For gaussiank, they are those of exactly k entries.
namespace sparlab::model {

Cost topk_allgather(const Problem& problem, const TopkAllgatherParameters& parameters);
Cost topk_dsa(const Problem& problem, const TopkDsaParameters& parameters);
Cost gtopk(const Problem& problem, const GtopkParameters& parameters);
Cost gaussiank(const Problem& problem, const GaussiankParameters& parameters);
Cost dryden(const Problem& problem, const DrydenParameters& parameters);

}  // namespace sparlab::model
