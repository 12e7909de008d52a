#include "algos/error_feedback/held_velocity.hpp"

#include <utility>

namespace sparlab::algos::error_feedback {
namespace {

Stream scaled(const Stream& stream, double factor) {
  return stream.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return one;
    } else {
      using Value = typename One::value_type;
      One product = one.clone();
      for (Value& value : product.mutable_values()) value *= static_cast<Value>(factor);
      return product;
    }
  });
}

}  // namespace

Stream HeldVelocity::advance(Stream gradient) {
  if (options_.momentum == 0 || gradient.is_counted()) return gradient;
  Stream velocity = decayed_.take_with(gradient);
  decayed_.add(scaled(velocity, options_.momentum));
  if (!options_.nesterov) return velocity;
  HeldBack ahead;
  ahead.add(velocity);
  return ahead.take_with(std::move(gradient));
}

void HeldVelocity::mask(const Stream& sent) {
  if (options_.momentum == 0) return;
  decayed_.hold_all_but(decayed_.stream(), sent);
}

}  // namespace sparlab::algos::error_feedback
