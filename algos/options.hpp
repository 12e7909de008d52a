#pragma once

#include <cstdint>

#include "model/format_set.hpp"

namespace sparlab::model {
struct Machine;
}

namespace sparlab::algos {

/// When a reduction leaves the coo format: never, or (SparCML's rule) once its inputs together hold
/// at least delta entries, an upper bound of the union. Both partners of an exchange see the same
/// two counts, hence decide alike.
enum class DenseSwitch : std::uint8_t { never, at_delta };

/// What every allreduce understands; all ranks give the same.
template <class Stream>
struct AllreduceOptions {
  typename Stream::reduction_type op{};
  DenseSwitch dense_switch = DenseSwitch::at_delta;
  /// Layouts that messages may have: each takes the smallest. Delta follows from the set, too.
  model::FormatSet formats = model::FormatSet::published();
  /// By which algorithms that choose do so (sparlab_auto); the caller's, null for
  /// model::typical_machine(). It must be equal on all ranks and outlive the reducer.
  const model::Machine* machine = nullptr;
};

/// For steps whose dense streams travel without their neutral elements where that takes fewer bytes
/// (Traeff). The receiver of such a stream holds a coo one where its sender holds a dense one:
/// ranks end with different formats, and whoever takes these steps must make their results alike.
/// Hence it is a type that steps take, and no option of an allreduce.
template <class Stream>
struct EliminatingOptions : AllreduceOptions<Stream> {};

}  // namespace sparlab::algos
