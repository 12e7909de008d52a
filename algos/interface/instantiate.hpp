#pragma once

#include "algos/interface/allreduce.hpp"
#include "algos/kernels/instantiate.hpp"

/// MACRO(Value, Index, arguments...) for the types that algorithms are compiled for.
#ifdef SPARLAB_MAIN_STREAM_TYPES_ONLY
#define SPARLAB_FOR_ALGORITHM_TYPES SPARLAB_FOR_MAIN_TYPES
#else
#define SPARLAB_FOR_ALGORITHM_TYPES(MACRO, ...)            \
  SPARLAB_FOR_MAIN_TYPES(MACRO __VA_OPT__(, ) __VA_ARGS__) \
  SPARLAB_FOR_OTHER_TYPES(MACRO __VA_OPT__(, ) __VA_ARGS__)
#endif

/// MACRO(arguments..., Stream) for every type of stream that algorithms are compiled for. MACRO is
/// variadic, since the name of a stream type contains a comma.
#define SPARLAB_FOR_STREAM_TYPES(MACRO, ...)                                           \
  SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_SPARSE_STREAM, MACRO __VA_OPT__(, ) __VA_ARGS__) \
  MACRO(__VA_ARGS__ __VA_OPT__(, ) CountedStream)
#define SPARLAB_SPARSE_STREAM(Value, Index, MACRO, ...) \
  MACRO(__VA_ARGS__ __VA_OPT__(, ) SparseStream<Value, Index>)

/// Compiles an allreduce template for every stream type.
#define SPARLAB_INSTANTIATE_ALLREDUCE(name) \
  SPARLAB_FOR_STREAM_TYPES(SPARLAB_INSTANTIATE_ALLREDUCE_FOR, name)
#define SPARLAB_INSTANTIATE_ALLREDUCE_FOR(name, ...) \
  template __VA_ARGS__ name(runtime::Comm&, __VA_ARGS__, const AllreduceOptions<__VA_ARGS__>&);

/// The same for an allreduce template with parameters.
#define SPARLAB_INSTANTIATE_PARAMETERISED(name, parameters) \
  SPARLAB_FOR_STREAM_TYPES(SPARLAB_INSTANTIATE_PARAMETERISED_FOR, name, parameters)
#define SPARLAB_INSTANTIATE_PARAMETERISED_FOR(name, parameters, ...)                           \
  template __VA_ARGS__ name(runtime::Comm&, __VA_ARGS__, const AllreduceOptions<__VA_ARGS__>&, \
                            const parameters&);

/// Compiles a class template, of a reducer or of a part of one, for every stream type.
#define SPARLAB_INSTANTIATE_SYSTEM(name) \
  SPARLAB_FOR_STREAM_TYPES(SPARLAB_INSTANTIATE_SYSTEM_FOR, name)
#define SPARLAB_INSTANTIATE_SYSTEM_FOR(name, ...) template class name<__VA_ARGS__>;
