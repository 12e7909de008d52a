#pragma once

#include <cstdint>
#include <limits>

#include "algos/interface/allreduce.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {

class StateArchive;

/// The exchanges of a reducer whose indices travel apart from the values. Member functions are
/// collective. Contract: P and N suit the reducer's settings (model::Algorithm::check).
class PlannedReduction {
 public:
  /// Exchanges the indices of `support`, a coo stream whose values do not matter.
  virtual void plan(runtime::Comm& comm, const Stream& support) = 0;

  /// Reduces inputs with the indices of the last plan; only values are sent. Neutral elements stay
  /// entries. Contract: there is a plan, and no `reduce` since.
  virtual Stream execute(runtime::Comm& comm, Stream input) = 0;

 protected:
  ~PlannedReduction() = default;
};

/// One rank's side of an allreduce that may keep state between calls: thresholds, boundaries, a
/// residual. Every rank creates its own with equal parameters, and all ranks call it together.
class Reducer {
 public:
  virtual ~Reducer() = default;

  /// Reduces the inputs of all ranks, which cover the same range in every call. All ranks get the
  /// same bits. Systems with error feedback first add their residual.
  virtual Stream reduce(runtime::Comm& comm, Stream input) = 0;

  /// The residual that this rank holds back for its next call, a default stream until there is
  /// one; null if the algorithm never holds anything back. Counted streams hold nothing back:
  /// their input represents a gradient with the residual included.
  virtual const Stream* residual() const { return nullptr; }

  /// Null unless indices can be exchanged before values (AlgorithmInfo::plans).
  virtual PlannedReduction* planned() { return nullptr; }

  /// False if every call is a first call; ranks of one process may then share a reducer.
  virtual bool keeps_state() const { return true; }

  /// How many of the next calls, with the input of the last one, send, compute and return what the
  /// last one did. 0 if that is not known, as for all real streams: their inputs change by what the
  /// rank holds back.
  virtual std::uint64_t identical_calls() const { return 0; }
  static constexpr std::uint64_t kAllCalls = std::numeric_limits<std::uint64_t>::max();

  /// Advances the state by `calls` identical calls, at most identical_calls().
  virtual void skip_calls(std::uint64_t calls) { SPARLAB_EXPECTS(calls == 0); }

  /// Writes or reads the state that is kept between calls (see state_archive.hpp). If a reducer
  /// with equal parameters reads it on each rank, its later calls give the same bits as this one's.
  virtual void transfer_state(StateArchive& /*archive*/) {}

  Reducer() = default;
  Reducer(const Reducer&) = delete;
  Reducer& operator=(const Reducer&) = delete;
};

}  // namespace sparlab::algos
