#pragma once

#include <cstdint>

#include "algos/interface/reducer.hpp"
#include "algos/streams/state_archive.hpp"
#include "model/parameters/sparcml.hpp"

namespace sparlab::algos {

/// SparCML's DSAR_Split_allgather with QSGD: sparse split, dense parts, and an allgather of parts
/// whose values their owners have rounded at random to 2, 4 or 8 bits.
///
/// Shape   in: k_r entries, indices strictly increasing in a range of N; out: dense, unbiased, with
///         a variance of at most min(n/s^2, sqrt(n)/s) times the square of the sum, n values a
///         bucket, s = 2^(bits-1) - 1 (see algos/quantizers/qsgd.hpp, also for NaN and infinity).
///         Rounding errors are not held back: there is no residual.
/// Cost    P-1 + ceil(log2 P) messages; at most k entries (without hot spots) plus (P-1)/P N
///         (bits/32 + 1/bucket) words.
/// Errors  ParameterError for any operation other than the sum; WireError.
/// Source  Renggli et al., SC'19, sections 5.3.3 and 6. Random numbers are a function of the seed,
///         the number of the call and the index. They are equal on every engine, and independent
///         from call to call, so that rounding errors do not accumulate.
class DsarSplitAllgatherQsgd final : public Reducer {
 public:
  DsarSplitAllgatherQsgd(const model::DsarSplitAllgatherQsgdParameters& parameters,
                         const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  void transfer_state(StateArchive& archive) override { archive.transfer(calls_); }

 private:
  model::DsarSplitAllgatherQsgdParameters parameters_;
  AllreduceOptions options_;
  std::uint64_t calls_ = 0;
};

}  // namespace sparlab::algos
