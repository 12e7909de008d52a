#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "algos/interface/reducer.hpp"
#include "analysis/certificates/metered_comm.hpp"
#include "runtime/comm.hpp"

namespace sparlab::analysis {

/// The indices of each rank, ascending.
using Supports = std::vector<std::vector<std::uint64_t>>;

/// A reducer of one rank.
using MakeReducer = std::function<std::unique_ptr<algos::Reducer>(const algos::AllreduceOptions&)>;

/// By index and rank. Positive, of several magnitudes, and with all bits of a float, so that a
/// lost, doubled or misplaced one is noticed. Up to four ranks, the sum of any three values at an
/// index has other bits in each of its three orders; of more ranks, those of most three.
using Values = std::vector<std::vector<float>>;
Values telling_values(int ranks, std::uint64_t universe);

/// What the result of a call must be.
enum class Promise : std::uint8_t {
  sum,   ///< of all inputs
  mass,  ///< with earlier results and what all ranks hold back, the sum of all inputs so far
  bits,  ///< numbers
};

/// One allreduce over given supports, run in many orders. A reducer that keeps state is called
/// again, with the inputs of the next ranks.
class CheckedCall {
 public:
  /// `make` and `values` must outlive it. Ranks that round apart may have different bits, but each
  /// has the same in all runs.
  CheckedCall(const MakeReducer& make, Promise promise, const algos::AllreduceOptions& options,
              Supports supports, const Values& values, bool ranks_round_apart = false);

  const Supports& supports() const { return supports_; }

  /// One rank's part of a run.
  void run(runtime::Comm& comm);

  /// What is wrong with the results of a complete run: values, or bits that differ between ranks or
  /// from those of the first run. Empty if nothing is.
  std::string complaint();

  /// Of the bits of the results, which all runs share. Contract: a run was complete and right.
  std::uint64_t results_hash() const;

  /// One call of a run.
  struct Call {
    std::vector<algos::Stream> results;    ///< by rank
    std::vector<algos::Stream> held_back;  ///< by rank, after the call
    std::vector<PortTraffic> ports;        ///< by rank
    std::vector<double> values;            ///< of the result, by index, once complaint() was called
    std::vector<std::vector<std::byte>>
        first;  ///< result of the first run, encoded, of rank 0 or of each
  };
  const std::vector<Call>& calls() const { return calls_; }

 private:
  std::string complaint_about(Call& call) const;
  std::string complaint_about_mass(std::size_t calls) const;

  const MakeReducer& make_;
  Promise promise_;
  algos::AllreduceOptions options_;
  Supports supports_;
  std::vector<algos::Stream> inputs_;  ///< by rank
  std::vector<double> expected_;       ///< the sum of all inputs, by index
  std::vector<Call> calls_;            ///< of one run
  bool ranks_round_apart_;
};

}  // namespace sparlab::analysis
