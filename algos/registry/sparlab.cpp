#include <array>
#include <utility>

#include "algos/collectives/hierarchical.hpp"
#include "algos/registry/families.hpp"
#include "algos/registry/registry.hpp"
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
Stream call_sparlab_auto(runtime::Comm& comm, Stream stream,
                         const AllreduceOptions<Stream>& options) {
  return sparlab_auto<Stream>(comm, std::move(stream), options, find_allreduce<Stream>);
}

template <class Stream>
Stream call_hierarchical(runtime::Comm& comm, Stream stream,
                         const AllreduceOptions<Stream>& options,
                         const model::HierarchicalParameters& parameters) {
  return hierarchical(comm, std::move(stream), options, parameters,
                      find_allreduce<Stream>(parameters.between_name()));
}

template <class Stream>
constexpr std::array kSparlabCode = {
    Code<Stream>{"sparlab_auto", make_stateless<Stream, call_sparlab_auto<Stream>>},
    Code<Stream>{
        "hierarchical",
        make_parameterised<Stream, model::HierarchicalParameters, call_hierarchical<Stream>>},
};

}  // namespace

std::span<const AlgorithmInfo> sparlab_infos() { return kSparlabAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> sparlab_code() {
  return kSparlabCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(sparlab)

}  // namespace sparlab::algos
