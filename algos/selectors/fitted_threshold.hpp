#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"
#include "algos/streams/state_archive.hpp"
#include "model/parameters/topk_allgather.hpp"

namespace sparlab::algos::selectors {

/// SIDCo's selection: the threshold that k magnitudes exceed if magnitudes have a distribution that
/// is fitted to them. With several stages, the first threshold is that of a quarter of the
/// magnitudes; each later stage fits the excesses over the threshold before, of which it keeps an
/// equal share, by their actual number.
///
/// The number of stages follows the number of selected entries: while that is outside of
/// [0.8 k, 1.2 k], each call goes one stage up or down, and turns around if the error has grown.
///
/// The fit is to the finite nonzeros, so that zeros of a dense vector do not matter.
///
/// Shape   About k entries; any number, also none, where magnitudes are not distributed like that.
///         No zeros. NaN and infinity always.
/// Cost    A pass for the moments, one to count zeros and one to collect; two for gamma's
///         logarithms. Each later stage reads what exceeds the threshold before.
/// Source  Abdelmoniem et al., SIDCo, MLSys'21.
class FittedThreshold {
 public:
  explicit FittedThreshold(model::MagnitudeFit fit) : fit_(fit) {}

  /// k > 0.
  template <class Index, class Value>
  Selection<Value, Index> select(DenseBlock<Value> block, std::uint64_t k);

  std::uint64_t stages() const { return stages_; }
  void transfer_state(StateArchive& archive) { archive.transfer(stages_, adds_, error_); }

 private:
  /// After a call that has selected so many times k entries, a share `tail` of the nonzeros.
  void adapt(double ratio, double tail);

  model::MagnitudeFit fit_;
  std::uint64_t stages_ = 1;
  bool adds_ = true;  ///< the next change adds a stage, rather than removing one
  double error_ = 0;  ///< of the logarithm of the count, at the last change; 0: none
};

}  // namespace sparlab::algos::selectors
