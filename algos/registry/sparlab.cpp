#include <array>

#include "algos/collectives/hierarchical.hpp"
#include "algos/registry/families.hpp"
#include "algos/systems/sparlab_auto/sparlab_auto.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kSparlabAlgorithms = {
    AlgorithmInfo{.name = "sparlab_auto",
                  .title = "sparlab: the best exact allreduce by the cost model",
                  .source = "ours",
                  .chooses = true,
                  .needs = "the machine's alpha, beta and gammas"},
    AlgorithmInfo{.name = "hierarchical",
                  .title = "Inside nodes, between their leaders, inside nodes",
                  .source = "ours",
                  .parameters = model::parameter_set<model::HierarchicalParameters>()},
};

template <class Stream>
constexpr std::array kSparlabCode = {
    Code<Stream>{"sparlab_auto", make_stateless<Stream, sparlab_auto<Stream>>},
    Code<Stream>{"hierarchical",
                 make_parameterised<Stream, model::HierarchicalParameters, hierarchical<Stream>>},
};

}  // namespace

std::span<const AlgorithmInfo> sparlab_infos() { return kSparlabAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> sparlab_code() {
  return kSparlabCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(sparlab)

}  // namespace sparlab::algos
