#include "algos/collectives/sparcml.hpp"

#include <array>

#include "algos/registry/registered_algorithm.hpp"
#include "algos/systems/dsar_split_allgather_qsgd.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kSparcmlAlgorithms = {
    RegisteredAlgorithm{{.name = "sparse_allgather",
                         .title = "Sparse allgather, local reduction",
                         .source = "Renggli et al., SC'19; TopkA of Li and Hoefler, PPoPP'22",
                         .memory = {.inputs_of_all = 1, .bytes_per_pair = MemoryAtPeak::kListed}},
                        make_stateless<sparse_allgather>},
    RegisteredAlgorithm{{.name = "sparse_ring",
                         .title = "Sparse ring",
                         .source = "Renggli et al., SC'19, Figure 3",
                         .memory = {.results = 0.6, .bytes_per_pair = MemoryAtPeak::kListed}},
                        make_stateless<sparse_ring>},
    RegisteredAlgorithm{{.name = "ssar_recursive_double",
                         .title = "SparCML SSAR_Recursive_double",
                         .source = "Renggli et al., SC'19, section 5.3.1",
                         .memory = {.results = 1.6}},
                        make_stateless<ssar_recursive_double>},
    RegisteredAlgorithm{{.name = "ssar_split_allgather",
                         .title = "SparCML SSAR_Split_allgather",
                         .source = "Renggli et al., SC'19, section 5.3.2",
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
};

}  // namespace

std::span<const RegisteredAlgorithm> sparcml_algorithms() { return kSparcmlAlgorithms; }

}  // namespace sparlab::algos
