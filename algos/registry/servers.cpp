#include "algos/collectives/servers.hpp"

#include <array>

#include "algos/collectives/omnireduce/omnireduce.hpp"
#include "algos/registry/registered_algorithm.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kServersAlgorithms = {
    RegisteredAlgorithm{{.name = "omnireduce",
                         .title = "OmniReduce",
                         .source = "Fei et al., SIGCOMM'21",
                         .dense_result = true,
                         .memory = {.results = 0.35,
                                    .dense_vectors = 1.25,
                                    .in_flight = 0.3,
                                    .bytes_per_message = 11}},
                        make_stateless<omnireduce>},
    RegisteredAlgorithm{{.name = "parameter_server",
                         .title = "Parameter servers",
                         .source = "Li et al., OSDI'14",
                         .memory = {.results = 0.45, .in_flight = 0.5}},
                        make_stateless<parameter_server>},
    RegisteredAlgorithm{{.name = "parallax",
                         .title = "Parallax",
                         .source = "Kim et al., EuroSys'19",
                         .needs = "inputs that are dense on all ranks or on none",
                         .memory = {.results = 0.45, .in_flight = 0.5}},
                        make_stateless<parallax>},
};

}  // namespace

std::span<const RegisteredAlgorithm> servers_algorithms() { return kServersAlgorithms; }

}  // namespace sparlab::algos
