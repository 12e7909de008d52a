#pragma once

#include "algos/allreduce.hpp"

namespace sparlab::algos {

class StateArchive;

/// One rank's side of an allreduce that may keep something from one call to the next: thresholds,
/// boundaries, what it held back. Every rank makes its own with equal parameters, and all ranks
/// call it together.
template <class Stream>
class Reducer {
 public:
  virtual ~Reducer() = default;

  /// Reduces the inputs of all ranks, which cover the same range in every call. All ranks get the
  /// same bits. Systems with error feedback first add what they held back.
  virtual Stream reduce(runtime::Comm& comm, Stream input) = 0;

  /// What this rank holds back for its next call; null if the algorithm never does. Counted streams
  /// hold nothing back: their input stands for a gradient with the residual in it.
  virtual const Stream* residual() const { return nullptr; }

  /// What is kept from one call to the next, written or read (see state_archive.hpp): a reducer
  /// that was made alike and reads it on each rank goes on as this one, with the same bits.
  virtual void transfer_state(StateArchive& /*archive*/) {}

  Reducer() = default;
  Reducer(const Reducer&) = delete;
  Reducer& operator=(const Reducer&) = delete;
};

}  // namespace sparlab::algos
