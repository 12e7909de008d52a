#pragma once

#include "model/costs/problem.hpp"
#include "model/parameters/dryden.hpp"
#include "model/parameters/gaussiank.hpp"
#include "model/parameters/gtopk.hpp"
#include "model/parameters/topk_allgather.hpp"
#include "model/parameters/topk_dsa.hpp"

/// The costs of systems that select, of a first call with coo inputs. Where a selection cuts
/// anything off, how far the selections of different ranks overlap depends on the values; here they
/// overlap as the whole inputs do (united_selections). Counts of messages are exact throughout;
/// bytes are, too, for topk_allgather and gtopk(broadcast=binomial), and for all with k = 0 but
/// gtopk(broadcast=scatter_allgather). For gaussiank they are those of exactly k entries.
namespace sparlab::model {

Cost topk_allgather(const Problem& problem, const TopkAllgatherParameters& parameters);
Cost topk_dsa(const Problem& problem, const TopkDsaParameters& parameters);
Cost gtopk(const Problem& problem, const GtopkParameters& parameters);
Cost gaussiank(const Problem& problem, const GaussiankParameters& parameters);
Cost dryden(const Problem& problem, const DrydenParameters& parameters);

}  // namespace sparlab::model
