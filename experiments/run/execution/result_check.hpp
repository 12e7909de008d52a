#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "algos/registry/algorithm_info.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "experiments/run/execution/serial_sum.hpp"
#include "experiments/run/execution/workload.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::run {

/// Checks the results of one period of calls, all with the same inputs, against the guarantees of
/// the algorithm. The caller checks that all ranks have the same results.
///
/// The results of an exact algorithm must be bitwise equal in every call and equal to the serial
/// sum. An approximate algorithm that conserves mass must account for all of it: calls x sum of
/// inputs = sum of results + residuals of all ranks, up to the rounding of these additions. For
/// other approximate algorithms, the share missing from both is the lost mass.
template <class Value, class Index>
class ResultCheck {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  /// `mass` follows from the point's settings; `workload` must outlive this object.
  ResultCheck(algos::Exactness exactness, algos::Mass mass, const Workload& workload);

  /// Adds the result of the next call on one rank, with its stream_hash.
  void add_result(const Stream& result, std::uint64_t hash);
  /// Adds the residual of one rank, or the sum of several, after the last call.
  template <class Residual>
  void add_residual(const Residual& residual);

  /// Sets check and result_nnz (entries of the union if exact, else the mean over the results). For
  /// an approximate algorithm, also sets the terms error_l2 (of the mean result, relative to the
  /// exact sum) and, unless it conserves mass, lost_mass. Contract: there was a result.
  void finish(Record& record) const;

 private:
  void finish_exact(Record& record) const;
  void finish_approximate(Record& record) const;

  algos::Exactness exactness_;
  algos::Mass mass_;
  const Workload& workload_;
  std::uint64_t calls_ = 0;
  std::uint64_t first_hash_ = 0;
  std::optional<std::uint64_t> odd_call_;  ///< the first call whose bits differ from call 1
  double counts_ = 0;                      ///< entries of all results
  std::optional<Stream> last_;
  EntrySum results_;
  EntrySum residuals_;
};

/// A failed or a passed check.
Check failed(std::string detail);
Check passed(std::string detail);

}  // namespace sparlab::experiments::run
