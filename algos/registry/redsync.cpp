#include <array>

#include "algos/registry/families.hpp"
#include "algos/systems/redsync_rgc.hpp"
#include "algos/systems/redsync_rgc_quantized.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kRedsyncAlgorithms = {
    AlgorithmInfo{.name = "redsync_rgc",
                  .title = "RedSync: selection by size, one packed message, sparse allgather",
                  .source = "Fang and Hsieh, RedSync",
                  .exactness = Exactness::approximate,
                  .sum_only = true,
                  .parameters = model::parameter_set<model::RedsyncRgcParameters>()},
    AlgorithmInfo{.name = "redsync_rgc_quantized",
                  .title = "RedSync quantized: entries of one sign as their mean",
                  .source = "Fang and Hsieh, RedSync",
                  .exactness = Exactness::approximate,
                  .mass = Mass::lost,
                  .sum_only = true,
                  .parameters = model::parameter_set<model::RedsyncRgcQuantizedParameters>()},
};

template <class Stream>
constexpr std::array kRedsyncCode = {
    Code<Stream>{"redsync_rgc",
                 make_system<Stream, RedsyncRgc<Stream>, model::RedsyncRgcParameters>},
    Code<Stream>{
        "redsync_rgc_quantized",
        make_system<Stream, RedsyncRgcQuantized<Stream>, model::RedsyncRgcQuantizedParameters>},
};

}  // namespace

std::span<const AlgorithmInfo> redsync_infos() { return kRedsyncAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> redsync_code() {
  return kRedsyncCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(redsync)

}  // namespace sparlab::algos
