#include "algos/systems/oktopk/oktopk.hpp"

#include <array>

#include "algos/registry/registered_algorithm.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kOktopkAlgorithms = {
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
};

}  // namespace

std::span<const RegisteredAlgorithm> oktopk_algorithms() { return kOktopkAlgorithms; }

}  // namespace sparlab::algos
