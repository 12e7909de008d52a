#include "algos/collectives/dense.hpp"

#include <array>

#include "algos/registry/registered_algorithm.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kDenseAlgorithms = {
    RegisteredAlgorithm{{.name = "dense_recursive_doubling",
                         .title = "Dense, recursive doubling",
                         .source = "Thakur, Rabenseifner, Gropp, IJHPCA 2005",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 1.25}},
                        make_stateless<dense_recursive_doubling>},
    RegisteredAlgorithm{{.name = "dense_rabenseifner",
                         .title = "Dense, recursive halving and doubling",
                         .source = "Rabenseifner, ICCS 2004",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 2, .bytes_per_pair = MemoryAtPeak::kListed}},
                        make_stateless<dense_rabenseifner>},
    RegisteredAlgorithm{{.name = "dense_ring",
                         .title = "Dense, ring",
                         .source = "Patarasuk and Yuan, JPDC 2009",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 2, .bytes_per_pair = MemoryAtPeak::kListed}},
                        make_stateless<dense_ring>},
    RegisteredAlgorithm{{.name = "dense_mpi",
                         .title = "Dense, the MPI library's own MPI_Allreduce",
                         .source = "the MPI library",
                         .dense_input = true,
                         .dense_result = true,
                         .native_mpi = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 1}}},
};

}  // namespace

std::span<const RegisteredAlgorithm> dense_algorithms() { return kDenseAlgorithms; }

}  // namespace sparlab::algos
