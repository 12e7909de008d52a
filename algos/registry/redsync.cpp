#include "algos/systems/redsync.hpp"

#include <array>

#include "algos/registry/registered_algorithm.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kRedsyncAlgorithms = {
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
};

}  // namespace

std::span<const RegisteredAlgorithm> redsync_algorithms() { return kRedsyncAlgorithms; }

}  // namespace sparlab::algos
