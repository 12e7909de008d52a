#include "algos/registry.hpp"

#include <algorithm>
#include <array>

#include "algos/collectives/dense_rabenseifner.hpp"
#include "algos/collectives/dense_recursive_doubling.hpp"
#include "algos/collectives/dense_ring.hpp"
#include "algos/collectives/dsar_split_allgather.hpp"
#include "algos/collectives/sparse_allgather.hpp"
#include "algos/collectives/sparse_ring.hpp"
#include "algos/collectives/ssar_recursive_double.hpp"
#include "algos/collectives/ssar_split_allgather.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kAlgorithms = {
    AlgorithmInfo{.name = "dense_recursive_doubling",
                  .title = "Dense, recursive doubling",
                  .source = "Thakur, Rabenseifner, Gropp, IJHPCA 2005",
                  .dense_input = true},
    AlgorithmInfo{.name = "dense_rabenseifner",
                  .title = "Dense, recursive halving and doubling",
                  .source = "Rabenseifner, ICCS 2004",
                  .dense_input = true},
    AlgorithmInfo{.name = "dense_ring",
                  .title = "Dense, ring",
                  .source = "Patarasuk and Yuan, JPDC 2009",
                  .dense_input = true},
    AlgorithmInfo{.name = "dense_mpi",
                  .title = "Dense, the MPI library's own MPI_Allreduce",
                  .source = "the MPI library",
                  .dense_input = true,
                  .native_mpi = true},
    AlgorithmInfo{.name = "sparse_allgather",
                  .title = "Sparse allgather, local reduction",
                  .source = "Renggli et al., SC'19; TopkA of Li and Hoefler, PPoPP'22"},
    AlgorithmInfo{
        .name = "sparse_ring", .title = "Sparse ring", .source = "Renggli et al., SC'19, Figure 3"},
    AlgorithmInfo{.name = "ssar_recursive_double",
                  .title = "SparCML SSAR_Recursive_double",
                  .source = "Renggli et al., SC'19, section 5.3.1"},
    AlgorithmInfo{.name = "ssar_split_allgather",
                  .title = "SparCML SSAR_Split_allgather",
                  .source = "Renggli et al., SC'19, section 5.3.2"},
    AlgorithmInfo{.name = "dsar_split_allgather",
                  .title = "SparCML DSAR_Split_allgather",
                  .source = "Renggli et al., SC'19, section 5.3.3"},
};

template <class Stream>
struct Code {
  std::string_view name;
  Allreduce<Stream> function;
};

template <class Stream>
constexpr std::array kCode = {
    Code<Stream>{"dense_recursive_doubling", dense_recursive_doubling<Stream>},
    Code<Stream>{"dense_rabenseifner", dense_rabenseifner<Stream>},
    Code<Stream>{"dense_ring", dense_ring<Stream>},
    Code<Stream>{"sparse_allgather", sparse_allgather<Stream>},
    Code<Stream>{"sparse_ring", sparse_ring<Stream>},
    Code<Stream>{"ssar_recursive_double", ssar_recursive_double<Stream>},
    Code<Stream>{"ssar_split_allgather", ssar_split_allgather<Stream>},
    Code<Stream>{"dsar_split_allgather", dsar_split_allgather<Stream>},
};

}  // namespace

std::span<const AlgorithmInfo> algorithms() { return kAlgorithms; }

const AlgorithmInfo* find_algorithm(std::string_view name) {
  const auto found = std::ranges::find(kAlgorithms, name, &AlgorithmInfo::name);
  return found == kAlgorithms.end() ? nullptr : &*found;
}

template <class Stream>
Allreduce<Stream> find_allreduce(std::string_view name) {
  const auto found = std::ranges::find(kCode<Stream>, name, &Code<Stream>::name);
  return found == kCode<Stream>.end() ? nullptr : found->function;
}

template Allreduce<SparseStream<float, std::uint32_t>> find_allreduce(std::string_view);
template Allreduce<SparseStream<float, std::uint64_t>> find_allreduce(std::string_view);
template Allreduce<SparseStream<double, std::uint32_t>> find_allreduce(std::string_view);
template Allreduce<SparseStream<double, std::uint64_t>> find_allreduce(std::string_view);
template Allreduce<CountedStream> find_allreduce(std::string_view);

}  // namespace sparlab::algos
