#pragma once

#include <functional>
#include <string_view>

#include "algos/streams/options.hpp"
#include "algos/streams/stream_operations.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos {

/// A stateless allreduce: every rank gives a stream over the same range and receives the same bits.
template <class Stream>
using Allreduce = Stream (*)(runtime::Comm&, Stream, const AllreduceOptions<Stream>&);

/// An allreduce that was looked up.
template <class Stream>
using AllreduceByName =
    std::function<Stream(runtime::Comm&, Stream, const AllreduceOptions<Stream>&)>;

/// Looks up an allreduce by its spec. Algorithms that call others are given this function, since
/// they are themselves in the registry.
template <class Stream>
using FindAllreduce = std::function<AllreduceByName<Stream>(std::string_view spec)>;

}  // namespace sparlab::algos
