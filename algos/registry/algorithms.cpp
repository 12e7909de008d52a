#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/collectives/in_network.hpp"
#include "algos/collectives/omnireduce/omnireduce.hpp"
#include "algos/registry/registered_algorithm.hpp"
#include "algos/registry/registry.hpp"
#include "algos/systems/arc_topk.hpp"
#include "algos/systems/clt_k.hpp"
#include "algos/systems/dsar_split_allgather_qsgd.hpp"
#include "algos/systems/kylix/kylix.hpp"
#include "algos/systems/micro.hpp"
#include "algos/systems/oktopk/oktopk.hpp"
#include "algos/systems/quantized_sum.hpp"
#include "algos/systems/redsync.hpp"
#include "algos/systems/s2_reducer.hpp"
#include "algos/systems/spardl.hpp"
#include "algos/systems/sparlab_auto/learning_auto.hpp"
#include "algos/systems/sparlab_auto/sparlab_auto.hpp"
#include "algos/systems/top_k.hpp"

namespace sparlab::algos {
namespace {

Stream call_sparlab_auto(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  return sparlab_auto(comm, std::move(stream), options, find_allreduce);
}

std::unique_ptr<Reducer> make_sparlab_auto(const model::Algorithm& algorithm,
                                           const AllreduceOptions& options) {
  if (!options.learns) return make_stateless<call_sparlab_auto>(algorithm, options);
  return std::make_unique<LearningAuto>(
      options, find_allreduce, [](std::string_view spec, const AllreduceOptions& of_choice) {
        return make_reducer(spec, of_choice);
      });
}

Stream call_hierarchical(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                         const model::HierarchicalParameters& parameters) {
  return hierarchical(comm, std::move(stream), options, parameters,
                      find_allreduce(parameters.between_name()));
}

Stream call_dense_two_level(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                            const model::DenseTwoLevelParameters& parameters) {
  return dense_two_level(comm, std::move(stream), options, parameters,
                         find_allreduce(parameters.between_name()));
}

std::unique_ptr<Reducer> make_quantized_sum(const model::Algorithm& algorithm,
                                            const AllreduceOptions& options) {
  const model::QuantizedSumParameters& parameters = algorithm.parameters();
  return std::make_unique<QuantizedSum>(parameters, options,
                                        find_allreduce(parameters.exchange_name()));
}

/// In the order of all listings.
constexpr std::array kAlgorithms = {
    RegisteredAlgorithm{{.name = "dense_recursive_doubling",
                         .title = "Dense, recursive doubling",
                         .source = "Thakur, Rabenseifner, Gropp, IJHPCA 2005",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 1.25}},
                        make_stateless<dense_recursive_doubling>},
    RegisteredAlgorithm{{.name = "dense_recursive_k",
                         .title = "Dense, recursive multiplying",
                         .source = "Ruefenacht, Bull, Booth, Parallel Computing 2017",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 3.5, .bytes_per_rank = 5'000}},
                        make_stateless<dense_recursive_k>},
    RegisteredAlgorithm{{.name = "dense_rabenseifner",
                         .title = "Dense, recursive halving and doubling",
                         .source = "Rabenseifner, ICCS 2004",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 2, .bytes_per_rank = 46'000}},
                        make_stateless<dense_rabenseifner>},
    RegisteredAlgorithm{{.name = "dense_bine",
                         .title = "Dense, halving and doubling over a Bine butterfly",
                         .source = "De Sensi et al., SC'25",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 2, .bytes_per_rank = 46'000}},
                        make_stateless<dense_bine>},
    RegisteredAlgorithm{{.name = "dense_ring",
                         .title = "Dense, ring",
                         .source = "Patarasuk and Yuan, JPDC 2009",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 2, .bytes_per_pair = MemoryAtPeak::kListed}},
                        make_stateless<dense_ring>},
    RegisteredAlgorithm{{.name = "dense_two_level",
                         .title = "Dense, inside nodes and between the owners of each part",
                         .source = "MPI libraries and NCCL",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 2}},
                        make_stateless<call_dense_two_level>},
    RegisteredAlgorithm{{.name = "dense_mpi",
                         .title = "Dense, the MPI library's own MPI_Allreduce",
                         .source = "the MPI library",
                         .dense_input = true,
                         .dense_result = true,
                         .native = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 1}}},
    RegisteredAlgorithm{{.name = "dense_gloo",
                         .title = "Dense, Gloo's own allreduce",
                         .source = "Gloo",
                         .dense_input = true,
                         .dense_result = true,
                         .native = true,
                         .moved = model::Moved::all,
                         .only_by_name = true,
                         .memory = {.dense_vectors = 2}}},
    RegisteredAlgorithm{{.name = "sparse_allgather",
                         .title = "Sparse allgather, local reduction",
                         .source = "Renggli et al., SC'19; TopkA of Li and Hoefler, PPoPP'22",
                         .memory = {.inputs_of_all = 1, .bytes_per_pair = MemoryAtPeak::kListed}},
                        make_stateless<sparse_allgather>},
    RegisteredAlgorithm{{.name = "sparse_ring",
                         .title = "Sparse ring",
                         .source = "Renggli et al., SC'19, Figure 3; hop_work and pici: SpCCL, "
                                   "SC'26",
                         .memory = {.results = 0.6, .bytes_per_pair = MemoryAtPeak::kListed}},
                        make_stateless<sparse_ring>},
    RegisteredAlgorithm{{.name = "ssar_recursive_double",
                         .title = "SparCML SSAR_Recursive_double",
                         .source = "Renggli et al., SC'19, section 5.3.1",
                         .memory = {.results = 1.6}},
                        make_stateless<ssar_recursive_double>},
    RegisteredAlgorithm{{.name = "ssar_split_allgather",
                         .title = "SparCML SSAR_Split_allgather",
                         .source = "Renggli et al., SC'19, section 5.3.2; hash and bitmap: Zen, "
                                   "OSDI'25",
                         .memory = {.results = 1.25, .in_flight = 1}},
                        make_stateless<ssar_split_allgather>},
    RegisteredAlgorithm{{.name = "dsar_split_allgather",
                         .title = "SparCML DSAR_Split_allgather",
                         .source = "Renggli et al., SC'19, section 5.3.3",
                         .dense_result = true,
                         .memory = {.dense_vectors = 1.25, .in_flight = 1}},
                        make_stateless<dsar_split_allgather>},
    RegisteredAlgorithm{
        {.name = "dsar_split_allgather_qsgd",
         .title = "SparCML DSAR_Split_allgather with QSGD",
         .source = "Renggli et al., SC'19, sections 5.3.3 and 6; Alistarh et al., NIPS'17",
         .dense_result = true,
         .exactness = Exactness::approximate,
         .mass = Mass::lost,
         .sum_only = true,
         .moved = model::Moved::compressed,
         .memory = {.dense_vectors = 0.57, .in_flight = 1}},
        make_system<DsarSplitAllgatherQsgd>},
    RegisteredAlgorithm{
        {.name = "topk_allgather",
         .title = "TopkA: local top-k, sparse allgather",
         .source = "Li and Hoefler, PPoPP'22",
         .exactness = Exactness::approximate,
         .sum_only = true,
         .memory = {.inputs = 1.25, .inputs_of_all = 1, .bytes_per_pair = MemoryAtPeak::kListed}},
        make_system<TopkAllgather>},
    RegisteredAlgorithm{{.name = "topk_dsa",
                         .title = "TopkDSA: local top-k, split, sparse or dense allgather",
                         .source = "Li and Hoefler, PPoPP'22, after Renggli et al., SC'19",
                         .exactness = Exactness::approximate,
                         .sum_only = true,
                         .memory = {.inputs = 2, .results = 1.25, .in_flight = 1}},
                        make_system<TopkDsa>},
    RegisteredAlgorithm{{.name = "gtopk",
                         .title = "gTopk: top-k at every node of a tree",
                         .source = "Shi et al., ICDCS 2019; Li and Hoefler, PPoPP'22",
                         .exactness = Exactness::approximate,
                         .mass = Mass::lost,
                         .sum_only = true,
                         .top_k_of_sum = true,
                         .memory = {.inputs = 2}},
                        make_system<Gtopk>},
    RegisteredAlgorithm{
        {.name = "gaussiank",
         .title = "Gaussiank: threshold of a fitted normal, sparse allgather",
         .source = "Shi et al., GaussianK-SGD; Li and Hoefler, PPoPP'22",
         .exactness = Exactness::approximate,
         .sum_only = true,
         .memory = {.inputs = 1.25, .inputs_of_all = 1, .bytes_per_pair = MemoryAtPeak::kListed}},
        make_system<Gaussiank>},
    RegisteredAlgorithm{
        {.name = "block_topk",
         .title = "Block-local top-k: equal messages, short indices, allgather",
         .source = "Peng et al., DeMo, arXiv 2411.19870",
         .exactness = Exactness::approximate,
         .sum_only = true,
         .memory = {.inputs = 1.25, .inputs_of_all = 1.7, .bytes_per_pair = MemoryAtPeak::kListed}},
        make_system<BlockTopk>},
    RegisteredAlgorithm{
        {.name = "dryden",
         .title = "Dryden: pairwise reduce-scatter with top-k, ring allgather",
         .source = "Dryden et al., MLHPC 2016",
         .exactness = Exactness::approximate,
         .sum_only = true,
         .top_k_of_sum = true,
         .memory = {.inputs = 3.5, .results = 0.25, .bytes_per_pair = 2 * MemoryAtPeak::kListed}},
        make_system<Dryden>},
    RegisteredAlgorithm{
        {.name = "spardl",
         .title = "SparDL: reduce-scatter of cut blocks by doubling, allgather",
         .source = "Zhao et al., ICDE'24",
         .exactness = Exactness::approximate,
         .sum_only = true,
         .top_k_of_sum = true,
         .memory = {.inputs = 3.5, .results = 0.25, .bytes_per_pair = 2 * MemoryAtPeak::kListed}},
        make_system<Spardl>},
    RegisteredAlgorithm{{.name = "clt_k",
                         .title = "ScaleCom CLT-k: one leader's indices, dense values",
                         .source = "Chen et al., ScaleCom, NeurIPS 2020",
                         .exactness = Exactness::approximate,
                         .sum_only = true,
                         .memory = {.inputs = 3.5, .bytes_per_rank = 46'000}},
                        make_system<CltK>},
    RegisteredAlgorithm{{.name = "micro",
                         .title = "MiCRO and ExDyna: exclusive parts, indices, dense values",
                         .source = "Yoon and Oh, MiCRO, HiPC'23; ExDyna, CCGrid'24",
                         .exactness = Exactness::approximate,
                         .sum_only = true,
                         .needs = "equal parameters and equal numbers of calls on all ranks",
                         .memory = {.inputs = 3.5,
                                    .bytes_per_rank = 46'000,
                                    .bytes_per_pair = 2 * MemoryAtPeak::kListed}},
                        make_system<Micro>},
    RegisteredAlgorithm{
        {.name = "arc_topk",
         .title = "ARC-Top-k: rows chosen by a summed sketch, dense values",
         .source = "ARC-Top-k, arXiv 2510.26709",
         .exactness = Exactness::approximate,
         .sum_only = true,
         .needs = "equal parameters and equal numbers of calls on all ranks",
         .memory = {.inputs = 3.5, .dense_vectors = 0.02, .bytes_per_rank = 46'000}},
        make_system<ArcTopk>},
    RegisteredAlgorithm{
        {.name = "oktopk",
         .title = "Ok-Topk",
         .source = "Li and Hoefler, PPoPP'22",
         .exactness = Exactness::approximate,
         .mass = Mass::conserved,
         .sum_only = true,
         .needs = "equal parameters and equal numbers of calls on all ranks",
         .top_k_of_sum = true,
         .memory = {.inputs = 2, .results = 5, .bytes_per_pair = 4 * MemoryAtPeak::kListed}},
        make_system<Oktopk>},
    RegisteredAlgorithm{
        {.name = "redsync_rgc",
         .title = "RedSync: selection by size, one packed message, sparse allgather",
         .source = "Fang and Hsieh, RedSync",
         .exactness = Exactness::approximate,
         .sum_only = true,
         .memory = {.results = 1.8, .bytes_per_pair = MemoryAtPeak::kListed}},
        make_system<RedsyncRgc>},
    RegisteredAlgorithm{
        {.name = "redsync_rgc_quantized",
         .title = "RedSync quantized: entries of one sign as their mean",
         .source = "Fang and Hsieh, RedSync",
         .exactness = Exactness::approximate,
         .mass = Mass::lost,
         .sum_only = true,
         .moved = model::Moved::compressed,
         .memory = {.inputs = 8, .results = 0.5, .bytes_per_pair = 1.6 * MemoryAtPeak::kListed}},
        make_system<RedsyncRgcQuantized>},
    RegisteredAlgorithm{
        {.name = "s2_reducer",
         .title = "S2 Reducer",
         .source = "Ge et al., S2 Reducer",
         .exactness = Exactness::approximate,
         .mass = Mass::lost,
         .sum_only = true,
         .needs = "one seed on all ranks",
         .moved = model::Moved::compressed,
         .memory = {.inputs = 2, .bytes_per_pair = MemoryAtPeak::kListed, .result_block = 256}},
        make_system<S2Reducer>},
    RegisteredAlgorithm{
        {.name = "s2_omnireduce_standin",
         .title = "S2 Reducer's stand-in for OmniReduce",
         .source = "the code of Ge et al., S2 Reducer",
         .dense_result = true,
         .only_by_name = true,
         .memory = {.results = 0.35, .dense_vectors = 3, .bytes_per_pair = MemoryAtPeak::kListed}},
        make_stateless<s2_omnireduce_standin>},
    RegisteredAlgorithm{{.name = "omnireduce",
                         .title = "OmniReduce",
                         .source = "Fei et al., SIGCOMM'21",
                         .dense_result = true,
                         .memory = {.results = 0.35,
                                    .dense_vectors = 1.25,
                                    .in_flight = 0.3,
                                    .bytes_per_message = 11}},
                        make_stateless<omnireduce>},
    RegisteredAlgorithm{{.name = "parameter_server",
                         .title = "Parameter servers",
                         .source = "Li et al., OSDI'14",
                         .memory = {.results = 0.45, .in_flight = 0.5}},
                        make_stateless<parameter_server>},
    RegisteredAlgorithm{{.name = "parallax",
                         .title = "Parallax",
                         .source = "Kim et al., EuroSys'19",
                         .needs = "inputs that are dense on all ranks or on none",
                         .memory = {.results = 0.45, .in_flight = 0.5}},
                        make_stateless<parallax>},
    RegisteredAlgorithm{{.name = "traff_elimination",
                         .title = "Traeff, neutral elements eliminated",
                         .source = "Traeff, EuroMPI 2010",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::nonneutral,
                         .memory = {.results = 1.5, .dense_vectors = 1}},
                        make_stateless<traff_elimination>},
    RegisteredAlgorithm{{.name = "hofmann_runger",
                         .title = "Hofmann and Ruenger, pipelined chain",
                         .source = "Hofmann and Ruenger, EuroPVM/MPI 2008",
                         .memory = {.inputs = 1.25, .results = 0.12, .bytes_per_rank = 4e3}},
                        make_stateless<hofmann_runger>},
    RegisteredAlgorithm{{.name = "kylix",
                         .title = "Kylix, nested butterfly",
                         .source = "Zhao and Canny, ICPP 2014",
                         .plans = true,
                         .needs = "equal parameters and equal numbers of calls on all ranks",
                         .memory = {.results = 1.7, .bytes_per_rank = 5e3}},
                        make_system<Kylix>},
    RegisteredAlgorithm{{.name = "butterfly",
                         .title = "Butterfly of splits and exchanges",
                         .source = "ours; after Kylix and recursive multiplying",
                         .memory = {.results = 1.7, .in_flight = 1}},
                        make_stateless<butterfly>},
    RegisteredAlgorithm{{.name = "spark_tree_aggregate",
                         .title = "Spark treeAggregate, dense",
                         .source = "Apache Spark 1.6, RDD.treeAggregate",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 1}},
                        make_stateless<spark_tree_aggregate>},
    RegisteredAlgorithm{
        {.name = "gloo_sparse",
         .title = "PyTorch's sparse allreduce over Gloo",
         .source = "PyTorch, ProcessGroupGloo; Gloo",
         .memory = {.inputs_of_all = 2.5, .bytes_per_pair = 9 * MemoryAtPeak::kListed}},
        make_stateless<gloo_sparse>},
    RegisteredAlgorithm{
        {.name = "horovod_slices",
         .title = "Horovod's two allgathers of slices, local reduction",
         .source = "Horovod, horovod/tensorflow",
         .memory = {.inputs_of_all = 2, .bytes_per_pair = 6 * MemoryAtPeak::kListed}},
        make_stateless<horovod_slices>},
    RegisteredAlgorithm{
        {.name = "sparlab_auto",
         .title = "sparlab: the best exact allreduce by the cost model",
         .source = "ours",
         .chooses = true,
         .needs = "the machine's alpha, beta and gammas",
         .memory = {.results = 0.8, .in_flight = 1, .bytes_per_pair = MemoryAtPeak::kListed}},
        make_sparlab_auto},
    RegisteredAlgorithm{{.name = "hierarchical",
                         .title = "Inside nodes, between their leaders, inside nodes",
                         .source = "ours",
                         .memory = {.results = 0.75}},
                        make_stateless<call_hierarchical>},
    RegisteredAlgorithm{{.name = "quantized_sum",
                         .title = "Integers of a shared scale, summed without decoding",
                         .source = "ours; after Global-QSGD, arXiv 2305.18627; THC, NSDI'24; "
                                   "DynamiQ, arXiv 2602.08923",
                         .exactness = Exactness::approximate,
                         .mass = Mass::lost,
                         .sum_only = true,
                         .needs = "equal parameters and equal numbers of calls on all ranks",
                         .moved = model::Moved::compressed},
                        make_quantized_sum},
};

constexpr std::array kFileAlgorithms = {
    RegisteredAlgorithm{{.name = "scheduled",
                         .title = "Schedule from a file",
                         .source = "ours; the file's author",
                         .needs = "a file of a schedule for P ranks",
                         .only_by_name = true,
                         .memory = {.inputs = 2, .results = 2, .in_flight = 1}},
                        make_stateless<scheduled>},
};

constexpr std::array kSwitchAlgorithms = {
    RegisteredAlgorithm{{.name = "in_network",
                         .title = "Switches add segments along a tree",
                         .source = "Graham et al., SHARP, COMHPC 2016; De Sensi et al., Flare, "
                                   "SC'21",
                         .needs = "switches that compute: engine model or simgrid, or loggp with "
                                  "machine network",
                         .only_by_name = true},
                        make_stateless<in_network>},
};

}  // namespace

std::span<const RegisteredAlgorithm> registered_switch_algorithms() { return kSwitchAlgorithms; }

std::span<const RegisteredAlgorithm> registered_file_algorithms() { return kFileAlgorithms; }

std::span<const RegisteredAlgorithm> registered_algorithms() { return kAlgorithms; }

}  // namespace sparlab::algos
