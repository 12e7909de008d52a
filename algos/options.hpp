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
  /// Dense streams travel without their neutral elements where that takes fewer bytes (Traeff).
  bool eliminate_neutral = false;
};

}  // namespace sparlab::algos
