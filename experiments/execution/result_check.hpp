#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "algos/registry/algorithm_info.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "experiments/execution/entry_sum.hpp"
#include "experiments/execution/workload.hpp"
#include "experiments/records/record.hpp"

namespace sparlab::experiments {

/// Holds the results of one period of calls, all with the same inputs, against what the algorithm
/// promises. That all ranks have the same results is the caller's to check.
///
/// An exact algorithm's results must have the same bits in every call and equal the serial sum. An
/// approximate one that conserves mass must account for all of it: calls x sum of inputs = sum of
/// results + residuals of all ranks, up to the rounding of so many additions. Of one that does not,
/// the share that is in neither is what it lost.
template <class Value, class Index>
class ResultCheck {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  /// `mass` is that of the point's settings; `workload` must outlive it.
  ResultCheck(algos::Exactness exactness, algos::Mass mass, const Workload& workload);

  /// The result of the next call, on one rank, and its result_hash.
  void add_result(const Stream& result, std::uint64_t hash);
  /// What a rank, or several together, hold back after the last call.
  template <class Residual>
  void add_residual(const Residual& residual);

  /// Sets check, result_nnz (of the union if exact, else the mean of the results'), and for an
  /// approximate algorithm the terms error_l2 (of the mean result, relative to the exact sum) and,
  /// unless it conserves mass, lost_mass. Contract: there was a result.
  void finish(Record& record) const;

 private:
  void finish_exact(Record& record) const;
  void finish_approximate(Record& record) const;

  algos::Exactness exactness_;
  algos::Mass mass_;
  const Workload& workload_;
  std::uint64_t calls_ = 0;
  std::uint64_t first_hash_ = 0;
  std::optional<std::uint64_t> odd_call_;  ///< the first with other bits than call 1
  double counts_ = 0;                      ///< entries of all results
  std::optional<Stream> last_;
  EntrySum results_;
  EntrySum residuals_;
};

/// The check of results that are not what they should be, or of which all is well.
Check failed(std::string detail);
Check passed(std::string detail);

}  // namespace sparlab::experiments
