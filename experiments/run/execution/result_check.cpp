#include "experiments/run/execution/result_check.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "algos/kernels/instantiate.hpp"
#include "experiments/run/execution/serial_sum.hpp"

namespace sparlab::experiments::run {
namespace {

double share(double part, double whole) { return whole > 0 ? part / whole : part; }

}  // namespace

Check failed(std::string detail) { return {"failed", std::move(detail)}; }

Check passed(std::string detail) { return {"passed", std::move(detail)}; }

template <class Value, class Index>
ResultCheck<Value, Index>::ResultCheck(algos::Exactness exactness, algos::Mass mass,
                                       const Workload& workload)
    : exactness_(exactness), mass_(mass), workload_(workload) {}

template <class Value, class Index>
void ResultCheck<Value, Index>::add_result(const Stream& result, std::uint64_t hash) {
  ++calls_;
  if (calls_ == 1) first_hash_ = hash;
  if (hash != first_hash_ && !odd_call_) odd_call_ = calls_;
  counts_ += static_cast<double>(result.count());
  last_ = result;
  if (exactness_ == algos::Exactness::approximate) results_.add(result);
}

template <class Value, class Index>
template <class Residual>
void ResultCheck<Value, Index>::add_residual(const Residual& residual) {
  residuals_.add(residual);
}

template <class Value, class Index>
void ResultCheck<Value, Index>::finish(Record& record) const {
  if (exactness_ == algos::Exactness::exact) {
    finish_exact(record);
  } else {
    finish_approximate(record);
  }
}

template <class Value, class Index>
void ResultCheck<Value, Index>::finish_exact(Record& record) const {
  const SerialSum sum(workload_.input(), workload_.inputs());
  record.result_nnz = static_cast<double>(sum.nnz());
  const auto difference = sum.difference(*last_, workload_.lacks_zeros());
  record.check = difference ? failed(*difference)
                            : passed(gathers(workload_.collective())
                                         ? "equals the serial sum; all ranks have the same bits"
                                         : "the shards are those of the serial sum");
  // Every call has the same inputs and adds them in the same order, so one sum checks all calls.
  if (odd_call_)
    record.check = failed(fmt::format("calls 1 and {} have different bits", *odd_call_));
}

template <class Value, class Index>
void ResultCheck<Value, Index>::finish_approximate(Record& record) const {
  const auto calls = static_cast<double>(calls_);
  EntrySum inputs;
  double magnitude = 0;  // the sum of the magnitudes of all calls' inputs
  for (std::uint64_t rank = 0; rank < workload_.ranks(); ++rank) {
    EntrySum input;
    input.add(workload_.stream<Value, Index>(rank));
    magnitude += calls * input.norm_1();
    inputs.subtract(input, -1);
  }
  EntrySum error = results_;
  error.scale(1 / calls);
  error.subtract(inputs);
  EntrySum missing = results_;
  missing.subtract(residuals_, -1);
  missing.subtract(inputs, calls);

  record.result_nnz = counts_ / calls;
  record.terms["error_l2"] = share(error.norm_2(), inputs.norm_2());
  const double lost = share(missing.norm_1(), calls * inputs.norm_1());
  if (mass_ == algos::Mass::lost) {
    record.terms["lost_mass"] = lost;
    record.check = passed(
        fmt::format("approximate: {:.3g} of the mass is lost; all ranks have the same bits", lost));
    return;
  }
  // A residual takes part in every later call, and each call adds P values.
  const double roundings = calls * static_cast<double>(workload_.ranks() + 1);
  const double tolerance = roundings * static_cast<double>(std::numeric_limits<Value>::epsilon());
  record.check =
      missing.norm_1() <= tolerance * magnitude
          ? passed("mass is conserved; all ranks have the same bits")
          : failed(fmt::format("{:.3g} of the mass is in no result and no residual", lost));
}

#define SPARLAB_INSTANTIATE(V, I)   \
  template class ResultCheck<V, I>; \
  template void ResultCheck<V, I>::add_residual(const algos::SparseStream<V, I>&);
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE
// Residuals summed over all ranks in double precision.
template void ResultCheck<float, std::uint32_t>::add_residual(
    const algos::SparseStream<double, std::uint32_t>&);
template void ResultCheck<float, std::uint64_t>::add_residual(
    const algos::SparseStream<double, std::uint64_t>&);
template void ResultCheck<algos::BFloat16, std::uint32_t>::add_residual(
    const algos::SparseStream<double, std::uint32_t>&);
template void ResultCheck<algos::Float16, std::uint32_t>::add_residual(
    const algos::SparseStream<double, std::uint32_t>&);

}  // namespace sparlab::experiments::run
