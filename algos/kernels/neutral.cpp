#include "algos/kernels/neutral.hpp"

#include "algos/kernels/instantiate.hpp"

namespace sparlab::algos::kernels {

template <class Value>
Present count_present(const Value* dense, std::size_t count, Value neutral) {
  Present present;
  bool before = false;
  for (std::size_t i = 0; i < count; ++i) {
    const bool here = dense[i] != neutral;
    present.entries += here ? 1 : 0;
    present.runs += here && !before ? 1 : 0;
    before = here;
  }
  return present;
}

template <class Value, class Index>
std::size_t gather_present(const Value* dense, std::size_t count, std::uint64_t lo, Value neutral,
                           CooOut<Value, Index> out) {
  std::size_t written = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!(dense[i] != neutral)) continue;
    out.indices[written] = static_cast<Index>(lo + i);
    out.values[written] = dense[i];
    ++written;
  }
  return written;
}

template Present count_present(const float*, std::size_t, float);
template Present count_present(const double*, std::size_t, double);

#define SPARLAB_INSTANTIATE(V, I) \
  template std::size_t gather_present(const V*, std::size_t, std::uint64_t, V, CooOut<V, I>);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::kernels
