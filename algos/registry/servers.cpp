#include <array>

#include "algos/collectives/parallax.hpp"
#include "algos/collectives/parameter_server.hpp"
#include "algos/registry/families.hpp"
#include "algos/systems/omnireduce/omnireduce.hpp"

namespace sparlab::algos {
namespace {

using model::OmnireduceParameters;
using model::ParallaxParameters;
using model::ParameterServerParameters;

constexpr std::array kServersAlgorithms = {
    AlgorithmInfo{.name = "omnireduce",
                  .title = "OmniReduce",
                  .source = "Fei et al., SIGCOMM'21",
                  .dense_result = true,
                  .parameters = model::parameter_set<OmnireduceParameters>()},
    AlgorithmInfo{.name = "parameter_server",
                  .title = "Parameter servers",
                  .source = "Li et al., OSDI'14",
                  .parameters = model::parameter_set<ParameterServerParameters>()},
    AlgorithmInfo{.name = "parallax",
                  .title = "Parallax",
                  .source = "Kim et al., EuroSys'19",
                  .needs = "inputs that are dense on all ranks or on none",
                  .parameters = model::parameter_set<ParallaxParameters>()},
};

template <class Stream>
constexpr std::array kServersCode = {
    Code<Stream>{"omnireduce",
                 make_parameterised<Stream, OmnireduceParameters, omnireduce<Stream>>},
    Code<Stream>{"parameter_server",
                 make_parameterised<Stream, ParameterServerParameters, parameter_server<Stream>>},
    Code<Stream>{"parallax", make_parameterised<Stream, ParallaxParameters, parallax<Stream>>},
};

}  // namespace

std::span<const AlgorithmInfo> servers_infos() { return kServersAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> servers_code() {
  return kServersCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(servers)

}  // namespace sparlab::algos
