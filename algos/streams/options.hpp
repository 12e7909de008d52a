#pragma once

#include <cstdint>

#include "algos/kernels/reduction.hpp"
#include "model/base/collective.hpp"
#include "model/base/range.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::model {
struct Machine;
}

namespace sparlab::algos {

/// When a reduction leaves the coo format: never, or (SparCML's rule) once its inputs together hold
/// at least delta entries, an upper bound of the union. Both partners of an exchange see the same
/// two counts, so they decide alike.
enum class DenseSwitch : std::uint8_t { never, at_delta };

/// Options of every allreduce; all ranks pass the same.
struct AllreduceOptions {
  Operation op{};
  DenseSwitch dense_switch = DenseSwitch::at_delta;
  /// Formats that messages may have; each message takes the smallest. Delta depends on this set,
  /// too.
  model::FormatSet formats = model::FormatSet::published();
  /// The machine for which sparlab_auto chooses its algorithm; null for model::typical_machine().
  /// It must be equal on all ranks and outlive the reducer, which does not own it.
  const model::Machine* machine = nullptr;
  /// Whether a reducer of sparlab_auto measures its calls by Comm::now and keeps to what it found
  /// fastest. Its choices, and with them the rounding of sums, then depend on measured times.
  bool learns = false;
  /// For steps only: dense streams are sent without their neutral elements where this takes fewer
  /// bytes (Traeff). The receiver then holds a coo stream where the sender holds a dense one, so
  /// ranks end with different formats, and the caller of the step must make the results alike.
  bool eliminates = false;
  /// Algorithms whose phases are collectives of their own also run one phase alone
  /// (model::Algorithm::require).
  model::Collective collective = model::Collective::allreduce;
  /// Of an allgatherv, and of a broadcast from several roots: the range whose shards ranks give.
  model::Range whole{};
  std::uint64_t roots = 1;  ///< of a broadcast (model::root_group)
};

}  // namespace sparlab::algos
