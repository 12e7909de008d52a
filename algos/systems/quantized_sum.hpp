#pragma once

#include <cstdint>

#include "algos/interface/allreduce.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/streams/state_archive.hpp"
#include "model/parameters/quantized_sum.hpp"

namespace sparlab::algos {

/// A sum of values as integers, by an exact allreduce that adds them without decoding. All ranks
/// agree on a scale for each block of indices, round their values at random to integers of `bits`
/// bits, and add them up; a message has as many bits an integer as its blocks of 64 need, at most
/// bits + ceil(log2 h) for sums of h inputs (algos/formats/integers.hpp).
///
/// Shape   in: coo or dense over N indices; out: as the exchange's, zeros included. Sums of
///         integers are exact, so that every exchange gives the same bits. Unbiased; a sum of h
///         values has E|error|^2 <= h (S/s)^2 / 4, s = 2^(bits-1) - 1, S the block's largest
///         magnitude on any rank. Rounding errors are not held back: there is no residual, which
///         would hold an entry for every index that an input ever had.
/// Cost    ceil(log2 P) messages of 8 bytes for each block, and the exchange.
/// Errors  WireError. ParameterError for any operation other than the sum, and for P (2^(bits-1) -
///         1) > 2^24: floats hold the integers.
/// Source  ours; after Global-QSGD (arXiv 2305.18627), THC (NSDI'24) and DynamiQ (arXiv
///         2602.08923). Random numbers are a function of the seed, the call, the rank and the
///         index, equal on every engine.
class QuantizedSum final : public Reducer {
 public:
  QuantizedSum(const model::QuantizedSumParameters& parameters, const AllreduceOptions& options,
               AllreduceByName exchange);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  void transfer_state(StateArchive& archive) override { archive.transfer(calls_); }

 private:
  model::QuantizedSumParameters parameters_;
  AllreduceOptions options_;
  AllreduceByName exchange_;
  std::uint64_t calls_ = 0;
};

}  // namespace sparlab::algos
