#pragma once

#include <span>

#include "algos/registry/algorithm_info.hpp"
#include "algos/registry/code.hpp"

/// The tables of the registry, one source file for each family.
namespace sparlab::algos {

#define SPARLAB_FAMILY(family)                     \
  std::span<const AlgorithmInfo> family##_infos(); \
  template <class Stream>                          \
  std::span<const Code<Stream>> family##_code();

SPARLAB_FAMILY(dense)       // dense baselines
SPARLAB_FAMILY(sparcml)     // SparCML and the algorithms in its figures
SPARLAB_FAMILY(top_k)       // selecting systems: TopkA, TopkDSA, gTopk, Gaussiank, Dryden
SPARLAB_FAMILY(oktopk)      // Ok-Topk
SPARLAB_FAMILY(redsync)     // RedSync
SPARLAB_FAMILY(s2_reducer)  // S2 Reducer and the stand-ins that its code measured
SPARLAB_FAMILY(servers)     // OmniReduce, Parallax, parameter server
SPARLAB_FAMILY(trees)       // Traeff, Hofmann and Ruenger, Kylix, Spark
SPARLAB_FAMILY(sparlab)     // our own: sparlab_auto, hierarchical

#undef SPARLAB_FAMILY

}  // namespace sparlab::algos

/// Compiles the code table of a family for every stream type.
#define SPARLAB_INSTANTIATE_FAMILY(family)                                             \
  template std::span<const Code<SparseStream<float, std::uint32_t>>> family##_code();  \
  template std::span<const Code<SparseStream<float, std::uint64_t>>> family##_code();  \
  template std::span<const Code<SparseStream<double, std::uint32_t>>> family##_code(); \
  template std::span<const Code<SparseStream<double, std::uint64_t>>> family##_code(); \
  template std::span<const Code<CountedStream>> family##_code();
