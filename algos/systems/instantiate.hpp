#pragma once

#include "algos/interface/allreduce.hpp"

/// Compiles a reducer class template for every stream type.
#define SPARLAB_INSTANTIATE_SYSTEM(name)                    \
  template class name<SparseStream<float, std::uint32_t>>;  \
  template class name<SparseStream<float, std::uint64_t>>;  \
  template class name<SparseStream<double, std::uint32_t>>; \
  template class name<SparseStream<double, std::uint64_t>>; \
  template class name<CountedStream>;
