#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/butterfly.hpp"
#include "model/parameters/dense.hpp"
#include "model/parameters/frameworks.hpp"
#include "model/parameters/in_network.hpp"
#include "model/parameters/quantized_sum.hpp"
#include "model/parameters/redsync.hpp"
#include "model/parameters/s2_reducer.hpp"
#include "model/parameters/scheduled.hpp"
#include "model/parameters/schedules.hpp"
#include "model/parameters/servers.hpp"
#include "model/parameters/sparcml.hpp"
#include "model/parameters/spardl.hpp"
#include "model/parameters/top_k.hpp"
#include "model/parameters/topk_allgather.hpp"

/// The costs of algorithms as implemented: exact messages and bytes for the given supports, and the
/// critical path on a homogeneous machine. The path is exact where all ranks have the same load (P
/// is a power of two that divides N, and the supports of all parts are equal). Otherwise it follows
/// the slowest rank of every step, an upper envelope of the cost.
namespace sparlab::model {

Cost dense_recursive_doubling(const Problem& problem, const DenseParameters& parameters = {});
Cost dense_recursive_k(const Problem& problem, const RecursiveKParameters& parameters = {});
Cost dense_rabenseifner(const Problem& problem, const DenseParameters& parameters = {});
Cost dense_bine(const Problem& problem);
Cost dense_two_level(const Problem& problem, const DenseTwoLevelParameters& parameters);
Cost dense_ring(const Problem& problem, const DenseParameters& parameters = {});
Cost sparse_allgather(const Problem& problem);
Cost sparse_ring(const Problem& problem, const SparseRingParameters& parameters = {});
Cost ssar_recursive_double(const Problem& problem);
Cost ssar_split_allgather(const Problem& problem,
                          const SsarSplitAllgatherParameters& parameters = {});
Cost dsar_split_allgather(const Problem& problem);

Cost dsar_split_allgather_qsgd(const Problem& problem,
                               const DsarSplitAllgatherQsgdParameters& parameters);
/// Bytes are those of integers as wide as sums can become.
Cost quantized_sum(const Problem& problem, const QuantizedSumParameters& parameters);

// The costs of systems that select, for a first call with coo inputs. Where a selection cuts
// entries off, the overlap of different ranks' selections depends on the values. It is assumed to
// be that of the whole inputs (united_selections). Message counts are always exact. Bytes are
// exact for topk_allgather, gtopk(broadcast=binomial) and spardl(sag=r), and with k = 0 for all
// except gtopk(broadcast=scatter_allgather) and spardl(sag=b). For gaussiank, and topk_allgather
// with a threshold, they are those of exactly k entries.

Cost topk_allgather(const Problem& problem, const TopkAllgatherParameters& parameters);
Cost topk_dsa(const Problem& problem, const TopkDsaParameters& parameters);
Cost gtopk(const Problem& problem, const GtopkParameters& parameters);
Cost gaussiank(const Problem& problem, const GaussiankParameters& parameters);
Cost dryden(const Problem& problem, const DrydenParameters& parameters);
Cost spardl(const Problem& problem, const SpardlParameters& parameters);
/// All bytes are exact.
Cost block_topk(const Problem& problem, const BlockTopkParameters& parameters);
/// The leader of a first call is rank 0; all bytes are exact.
Cost clt_k(const Problem& problem, const CltKParameters& parameters);
/// In a first call rank r has part r. Bytes are exact with k = 0. With k they are those of ranks
/// that select the same share of all entries as of those in their part, k of them.
Cost micro(const Problem& problem, const MicroParameters& parameters);
/// All bytes are exact.
Cost arc_topk(const Problem& problem, const ArcTopkParameters& parameters);

// Costs of RedSync's systems. Counts that depend on values and not only on supports are
// expectations: see redsync_expected_choice. Half of an input's entries are assumed to have the
// sign of the current call.

Cost redsync_rgc(const Problem& problem, const RedsyncRgcParameters& parameters);
Cost redsync_rgc_quantized(const Problem& problem, const RedsyncRgcQuantizedParameters& parameters);

// Costs of S2 Reducer and of the stand-in for OmniReduce that its code measured, for coo inputs.

Cost s2_reducer(const Problem& problem, const S2ReducerParameters& parameters);
Cost s2_omnireduce_standin(const Problem& problem, const S2OmnireduceStandinParameters& parameters);

/// Adds the step that unites all ranks' live blocks (algos/steps/united_blocks.hpp).
void add_united_blocks(Cost& cost, const Problem& problem, std::uint64_t block, BlockFlags flags);

// Costs of algorithms whose servers or aggregators are ordinary ranks. The path follows the
// busiest port, which is a server's where servers are few.

Cost parameter_server(const Problem& problem, const ParameterServerParameters& parameters);

/// For coo inputs. Depends on which of their blocks are live. Follows every packet: takes as many
/// steps as the universe has blocks, times P for exact supports.
Cost omnireduce(const Problem& problem, const OmnireduceParameters& parameters);

/// For coo inputs.
Cost parallax(const Problem& problem, const ParallaxParameters& parameters);

// Costs of reductions along chains, nested butterflies and trees, and without neutral elements.

/// For dense inputs whose neutral elements are those outside of the supports: elements that cancel
/// out are assumed to be sent. With schedule=rabenseifner, ranks are assumed to be exchangeable.
Cost traff_elimination(const Problem& problem, const TraffEliminationParameters& parameters);

/// For coo inputs. The path is exact if all segments are alike. The problem's machine decides which
/// rank's work and which message limit the pace.
Cost hofmann_runger(const Problem& problem, const HofmannRungerParameters& parameters);

/// For coo inputs. With reuse, the mean over the calls of one configuration, with unchanged
/// supports.
Cost kylix(const Problem& problem, const KylixParameters& parameters);

/// For coo inputs.
Cost butterfly(const Problem& problem, const ButterflyParameters& parameters = {});

/// For coo inputs. The path follows the busiest port of each round.
Cost scheduled(const Problem& problem, const ScheduledParameters& parameters);

/// For dense inputs.
Cost spark_tree_aggregate(const Problem& problem, const SparkTreeAggregateParameters& parameters);

// Costs of what frameworks do with sparse tensors, for coo inputs.

Cost gloo_sparse(const Problem& problem, const GlooSparseParameters& parameters);
Cost horovod_slices(const Problem& problem);

/// For coo inputs. The switches are one switch; what it sends is in no total. Sums of a table of
/// bounded size are those of all ranks in order.
Cost in_network(const Problem& problem, const InNetworkParameters& parameters);

}  // namespace sparlab::model
