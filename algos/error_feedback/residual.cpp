#include "algos/error_feedback/residual.hpp"

#include <cstddef>

#include "algos/kernels/instantiate.hpp"
#include "model/contract.hpp"

namespace sparlab::algos::error_feedback {
namespace {

/// Calls visit(position in `sent`, whether it is selected too) for all of `sent`; both are sorted.
template <class Index, class Visit>
void for_each_sent(std::span<const Index> sent, std::span<const Index> selected, Visit&& visit) {
  std::size_t s = 0;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    while (s < selected.size() && selected[s] < sent[i]) ++s;
    visit(i, s < selected.size() && selected[s] == sent[i]);
  }
}

template <class Value, class Index>
void clear(std::span<Value> acc, std::span<const Index> indices) {
  SPARLAB_EXPECTS(indices.empty() || indices.back() < acc.size());
  for (const Index index : indices) acc[index] = 0;
}

}  // namespace

template <class Value>
void accumulate(std::span<Value> residual, std::span<const Value> gradient) {
  SPARLAB_EXPECTS(residual.size() == gradient.size());
  for (std::size_t i = 0; i < residual.size(); ++i) residual[i] += gradient[i];
}

template <class Value, class Index>
void ClearSent<Value, Index>::apply(std::span<Value> acc, std::span<const Index> sent) {
  clear(acc, sent);
}

template <class Value, class Index>
void ClearSentAndSelected<Value, Index>::apply(std::span<Value> acc, std::span<const Index> sent,
                                               std::span<const Index> selected) {
  SPARLAB_EXPECTS(sent.empty() || sent.back() < acc.size());
  for_each_sent(sent, selected, [&](std::size_t i, bool is_selected) {
    if (is_selected) acc[sent[i]] = 0;
  });
}

template <class Value, class Index>
void PutBackAbsent<Value, Index>::take_out(std::span<Value> acc, std::span<const Index> sent) {
  clear(acc, sent);
}

template <class Value, class Index>
void PutBackAbsent<Value, Index>::put_back(std::span<Value> acc,
                                           kernels::CooView<Value, Index> sent,
                                           std::span<const Index> selected) {
  const std::span<const Index> indices(sent.indices, sent.count);
  SPARLAB_EXPECTS(indices.empty() || indices.back() < acc.size());
  for_each_sent(indices, selected, [&](std::size_t i, bool is_selected) {
    if (!is_selected) acc[indices[i]] += sent.values[i];
  });
}

template void accumulate(std::span<float>, std::span<const float>);
template void accumulate(std::span<double>, std::span<const double>);
#define SPARLAB_INSTANTIATE(Value, Index)             \
  template struct ClearSent<Value, Index>;            \
  template struct ClearSentAndSelected<Value, Index>; \
  template struct PutBackAbsent<Value, Index>;
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::error_feedback
