#include "algos/systems/s2_reducer.hpp"

#include <array>

#include "algos/registry/registered_algorithm.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kS2ReducerAlgorithms = {
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
         .stand_in = true,
         .memory = {.results = 0.35, .dense_vectors = 3, .bytes_per_pair = MemoryAtPeak::kListed}},
        make_stateless<s2_omnireduce_standin>},
};

}  // namespace

std::span<const RegisteredAlgorithm> s2_reducer_algorithms() { return kS2ReducerAlgorithms; }

}  // namespace sparlab::algos
