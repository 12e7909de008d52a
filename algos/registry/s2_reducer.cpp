#include "algos/systems/s2_reducer.hpp"

#include <array>

#include "algos/collectives/s2_standins.hpp"
#include "algos/registry/families.hpp"

namespace sparlab::algos {
namespace {

using model::S2OmnireduceStandinParameters;
using model::S2ReducerParameters;

constexpr std::array kS2ReducerAlgorithms = {
    AlgorithmInfo{.name = "s2_reducer",
                  .title = "S2 Reducer",
                  .source = "Ge et al., S2 Reducer",
                  .exactness = Exactness::approximate,
                  .mass = Mass::lost,
                  .sum_only = true,
                  .needs = "one seed on all ranks",
                  .parameters = model::parameter_set<S2ReducerParameters>()},
    AlgorithmInfo{.name = "s2_sparcml_standin",
                  .title = "S2 Reducer's stand-in for SparCML",
                  .source = "the code of Ge et al., S2 Reducer",
                  .dense_result = true},
    AlgorithmInfo{.name = "s2_parallax_standin",
                  .title = "S2 Reducer's stand-in for Parallax",
                  .source = "the code of Ge et al., S2 Reducer"},
    AlgorithmInfo{.name = "s2_omnireduce_standin",
                  .title = "S2 Reducer's stand-in for OmniReduce",
                  .source = "the code of Ge et al., S2 Reducer",
                  .dense_result = true,
                  .parameters = model::parameter_set<S2OmnireduceStandinParameters>()},
};

template <class Stream>
constexpr std::array kS2ReducerCode = {
    Code<Stream>{"s2_reducer", make_system<Stream, S2Reducer<Stream>, S2ReducerParameters>},
    Code<Stream>{"s2_sparcml_standin", make_stateless<Stream, s2_sparcml_standin<Stream>>},
    Code<Stream>{"s2_parallax_standin", make_stateless<Stream, s2_parallax_standin<Stream>>},
    Code<Stream>{
        "s2_omnireduce_standin",
        make_parameterised<Stream, S2OmnireduceStandinParameters, s2_omnireduce_standin<Stream>>},
};

}  // namespace

std::span<const AlgorithmInfo> s2_reducer_infos() { return kS2ReducerAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> s2_reducer_code() {
  return kS2ReducerCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(s2_reducer)

}  // namespace sparlab::algos
