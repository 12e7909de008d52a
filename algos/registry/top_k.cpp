#include "algos/systems/top_k.hpp"

#include <array>

#include "algos/registry/registered_algorithm.hpp"
#include "algos/systems/dryden.hpp"
#include "algos/systems/gaussiank.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kTopKAlgorithms = {
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
        {.name = "dryden",
         .title = "Dryden: pairwise reduce-scatter with top-k, ring allgather",
         .source = "Dryden et al., MLHPC 2016",
         .exactness = Exactness::approximate,
         .sum_only = true,
         .top_k_of_sum = true,
         .memory = {.inputs = 3.5, .results = 0.25, .bytes_per_pair = 2 * MemoryAtPeak::kListed}},
        make_system<Dryden>},
};

}  // namespace

std::span<const RegisteredAlgorithm> top_k_algorithms() { return kTopKAlgorithms; }

}  // namespace sparlab::algos
