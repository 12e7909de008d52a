#include <array>

#include "algos/registry/families.hpp"
#include "algos/systems/dryden.hpp"
#include "algos/systems/gaussiank.hpp"
#include "algos/systems/gtopk.hpp"
#include "algos/systems/topk_allgather.hpp"
#include "algos/systems/topk_dsa.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kTopKAlgorithms = {
    AlgorithmInfo{.name = "topk_allgather",
                  .title = "TopkA: local top-k, sparse allgather",
                  .source = "Li and Hoefler, PPoPP'22",
                  .exactness = Exactness::approximate,
                  .sum_only = true,
                  .parameters = model::parameter_set<model::TopkAllgatherParameters>()},
    AlgorithmInfo{.name = "topk_dsa",
                  .title = "TopkDSA: local top-k, split, sparse or dense allgather",
                  .source = "Li and Hoefler, PPoPP'22, after Renggli et al., SC'19",
                  .exactness = Exactness::approximate,
                  .sum_only = true,
                  .parameters = model::parameter_set<model::TopkDsaParameters>()},
    AlgorithmInfo{.name = "gtopk",
                  .title = "gTopk: top-k at every node of a tree",
                  .source = "Shi et al., ICDCS 2019; Li and Hoefler, PPoPP'22",
                  .exactness = Exactness::approximate,
                  .mass = Mass::lost,
                  .sum_only = true,
                  .parameters = model::parameter_set<model::GtopkParameters>()},
    AlgorithmInfo{.name = "gaussiank",
                  .title = "Gaussiank: threshold of a fitted normal, sparse allgather",
                  .source = "Shi et al., GaussianK-SGD; Li and Hoefler, PPoPP'22",
                  .exactness = Exactness::approximate,
                  .sum_only = true,
                  .parameters = model::parameter_set<model::GaussiankParameters>()},
    AlgorithmInfo{.name = "dryden",
                  .title = "Dryden: pairwise reduce-scatter with top-k, ring allgather",
                  .source = "Dryden et al., MLHPC 2016",
                  .exactness = Exactness::approximate,
                  .sum_only = true,
                  .parameters = model::parameter_set<model::DrydenParameters>()},
};

template <class Stream>
constexpr std::array kTopKCode = {
    Code<Stream>{"topk_allgather",
                 make_system<Stream, TopkAllgather<Stream>, model::TopkAllgatherParameters>},
    Code<Stream>{"topk_dsa", make_system<Stream, TopkDsa<Stream>, model::TopkDsaParameters>},
    Code<Stream>{"gtopk", make_system<Stream, Gtopk<Stream>, model::GtopkParameters>},
    Code<Stream>{"gaussiank", make_system<Stream, Gaussiank<Stream>, model::GaussiankParameters>},
    Code<Stream>{"dryden", make_system<Stream, Dryden<Stream>, model::DrydenParameters>},
};

}  // namespace

std::span<const AlgorithmInfo> top_k_infos() { return kTopKAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> top_k_code() {
  return kTopKCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(top_k)

}  // namespace sparlab::algos
