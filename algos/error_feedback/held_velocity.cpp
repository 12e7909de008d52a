#include "algos/error_feedback/held_velocity.hpp"

#include <utility>

#include "algos/kernels/instantiate.hpp"

namespace sparlab::algos::error_feedback {
namespace {

template <class Value, class Index>
SparseStream<Value, Index> scaled(const SparseStream<Value, Index>& stream, Value factor) {
  SparseStream<Value, Index> product = stream.clone();
  for (Value& value : product.mutable_values()) value *= factor;
  return product;
}

}  // namespace

template <class Value, class Index>
SparseStream<Value, Index> HeldVelocity<SparseStream<Value, Index>>::advance(Stream gradient) {
  if (options_.momentum == 0) return gradient;
  Stream velocity = decayed_.take_with(gradient);
  decayed_.add(scaled(velocity, static_cast<Value>(options_.momentum)));
  if (!options_.nesterov) return velocity;
  HeldBack<Stream> ahead;
  ahead.add(velocity);
  return ahead.take_with(std::move(gradient));
}

template <class Value, class Index>
void HeldVelocity<SparseStream<Value, Index>>::mask(const Stream& sent) {
  if (options_.momentum == 0) return;
  decayed_.hold_all_but(decayed_.stream(), sent);
}

#define SPARLAB_INSTANTIATE(V, I) template class HeldVelocity<SparseStream<V, I>>;
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::error_feedback
