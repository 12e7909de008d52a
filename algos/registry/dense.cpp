#include <array>

#include "algos/collectives/dense_rabenseifner.hpp"
#include "algos/collectives/dense_recursive_doubling.hpp"
#include "algos/collectives/dense_ring.hpp"
#include "algos/registry/families.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kDenseAlgorithms = {
    AlgorithmInfo{.name = "dense_recursive_doubling",
                  .title = "Dense, recursive doubling",
                  .source = "Thakur, Rabenseifner, Gropp, IJHPCA 2005",
                  .dense_input = true,
                  .dense_result = true},
    AlgorithmInfo{.name = "dense_rabenseifner",
                  .title = "Dense, recursive halving and doubling",
                  .source = "Rabenseifner, ICCS 2004",
                  .dense_input = true,
                  .dense_result = true},
    AlgorithmInfo{.name = "dense_ring",
                  .title = "Dense, ring",
                  .source = "Patarasuk and Yuan, JPDC 2009",
                  .dense_input = true,
                  .dense_result = true},
    AlgorithmInfo{.name = "dense_mpi",
                  .title = "Dense, the MPI library's own MPI_Allreduce",
                  .source = "the MPI library",
                  .dense_input = true,
                  .dense_result = true,
                  .native_mpi = true},
};

template <class Stream>
constexpr std::array kDenseCode = {
    Code<Stream>{"dense_recursive_doubling",
                 make_stateless<Stream, dense_recursive_doubling<Stream>>},
    Code<Stream>{"dense_rabenseifner", make_stateless<Stream, dense_rabenseifner<Stream>>},
    Code<Stream>{"dense_ring", make_stateless<Stream, dense_ring<Stream>>},
};

}  // namespace

std::span<const AlgorithmInfo> dense_infos() { return kDenseAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> dense_code() {
  return kDenseCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(dense)

}  // namespace sparlab::algos
