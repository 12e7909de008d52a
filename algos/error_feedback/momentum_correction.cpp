#include "algos/error_feedback/momentum_correction.hpp"

#include <cstddef>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/option_checks.hpp"
#include "model/contract.hpp"

namespace sparlab::algos::error_feedback {

template <class Value, class Index>
MomentumCorrection<Value, Index>::MomentumCorrection(std::span<Value> velocity,
                                                     std::span<Value> residual,
                                                     const MomentumOptions& options)
    : velocity_(velocity),
      residual_(residual),
      momentum_(static_cast<Value>(options.momentum)),
      nesterov_(options.nesterov) {
  selectors::check_option(options.momentum >= 0 && options.momentum < 1, "momentum",
                          options.momentum, "a number from 0 to below 1");
  SPARLAB_EXPECTS(velocity.size() == residual.size());
}

template <class Value, class Index>
void MomentumCorrection<Value, Index>::accumulate(std::span<const Value> gradient) {
  SPARLAB_EXPECTS(gradient.size() == velocity_.size());
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    velocity_[i] = momentum_ * velocity_[i] + gradient[i];
    residual_[i] += nesterov_ ? velocity_[i] + gradient[i] : velocity_[i];
  }
}

template <class Value, class Index>
void MomentumCorrection<Value, Index>::mask(std::span<const Index> sent) {
  for (const Index index : sent) {
    SPARLAB_EXPECTS(index < velocity_.size());
    velocity_[index] = 0;
    residual_[index] = 0;
  }
}

#define SPARLAB_INSTANTIATE(Value, Index) template class MomentumCorrection<Value, Index>;
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::error_feedback
