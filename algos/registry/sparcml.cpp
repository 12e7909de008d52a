#include <array>

#include "algos/collectives/dsar_split_allgather.hpp"
#include "algos/collectives/sparse_allgather.hpp"
#include "algos/collectives/sparse_ring.hpp"
#include "algos/collectives/ssar_recursive_double.hpp"
#include "algos/collectives/ssar_split_allgather.hpp"
#include "algos/registry/families.hpp"
#include "algos/systems/dsar_split_allgather_qsgd.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kSparcmlAlgorithms = {
    AlgorithmInfo{.name = "sparse_allgather",
                  .title = "Sparse allgather, local reduction",
                  .source = "Renggli et al., SC'19; TopkA of Li and Hoefler, PPoPP'22"},
    AlgorithmInfo{
        .name = "sparse_ring", .title = "Sparse ring", .source = "Renggli et al., SC'19, Figure 3"},
    AlgorithmInfo{.name = "ssar_recursive_double",
                  .title = "SparCML SSAR_Recursive_double",
                  .source = "Renggli et al., SC'19, section 5.3.1"},
    AlgorithmInfo{.name = "ssar_split_allgather",
                  .title = "SparCML SSAR_Split_allgather",
                  .source = "Renggli et al., SC'19, section 5.3.2"},
    AlgorithmInfo{.name = "dsar_split_allgather",
                  .title = "SparCML DSAR_Split_allgather",
                  .source = "Renggli et al., SC'19, section 5.3.3",
                  .dense_result = true},
    AlgorithmInfo{.name = "dsar_split_allgather_qsgd",
                  .title = "SparCML DSAR_Split_allgather with QSGD",
                  .source = "Renggli et al., SC'19, sections 5.3.3 and 6; Alistarh et al., NIPS'17",
                  .dense_result = true,
                  .exactness = Exactness::approximate,
                  .mass = Mass::lost,
                  .sum_only = true,
                  .parameters = model::parameter_set<model::DsarSplitAllgatherQsgdParameters>()},
};

template <class Stream>
constexpr std::array kSparcmlCode = {
    Code<Stream>{"sparse_allgather", make_stateless<Stream, sparse_allgather<Stream>>},
    Code<Stream>{"sparse_ring", make_stateless<Stream, sparse_ring<Stream>>},
    Code<Stream>{"ssar_recursive_double", make_stateless<Stream, ssar_recursive_double<Stream>>},
    Code<Stream>{"ssar_split_allgather", make_stateless<Stream, ssar_split_allgather<Stream>>},
    Code<Stream>{"dsar_split_allgather", make_stateless<Stream, dsar_split_allgather<Stream>>},
    Code<Stream>{"dsar_split_allgather_qsgd", make_system<Stream, DsarSplitAllgatherQsgd<Stream>,
                                                          model::DsarSplitAllgatherQsgdParameters>},
};

}  // namespace

std::span<const AlgorithmInfo> sparcml_infos() { return kSparcmlAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> sparcml_code() {
  return kSparcmlCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(sparcml)

}  // namespace sparlab::algos
