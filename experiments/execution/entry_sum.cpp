#include "experiments/execution/entry_sum.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include "algos/kernels/instantiate.hpp"

namespace sparlab::experiments {

template <class EntryAt>
void EntrySum::merge(std::uint64_t count, EntryAt at) {
  std::vector<std::uint64_t> indices;
  std::vector<double> values;
  indices.reserve(indices_.size() + static_cast<std::size_t>(count));
  values.reserve(indices.capacity());
  std::size_t own = 0;
  const auto keep_own = [&] {
    indices.push_back(indices_[own]);
    values.push_back(values_[own++]);
  };
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto [index, value] = at(i);
    if (value == 0) continue;
    while (own < indices_.size() && indices_[own] < index) keep_own();
    if (own < indices_.size() && indices_[own] == index) {
      keep_own();
      values.back() += value;
    } else {
      indices.push_back(index);
      values.push_back(value);
    }
  }
  while (own < indices_.size()) keep_own();
  indices_ = std::move(indices);
  values_ = std::move(values);
}

template <class Value, class Index>
void EntrySum::add(const algos::SparseStream<Value, Index>& stream) {
  const bool dense = stream.format() == algos::Format::dense;
  merge(stream.count(), [&](std::uint64_t i) {
    const auto place = static_cast<std::size_t>(i);
    const std::uint64_t index =
        dense ? stream.range().lo + i : std::uint64_t{stream.indices()[place]};
    return std::pair{index, static_cast<double>(stream.values()[place])};
  });
}

void EntrySum::add(const inputs::Entries& entries) {
  merge(entries.indices.size(), [&](std::uint64_t i) {
    const auto place = static_cast<std::size_t>(i);
    return std::pair{entries.indices[place], entries.values[place]};
  });
}

void EntrySum::subtract(const EntrySum& other, double factor) {
  merge(other.indices_.size(), [&](std::uint64_t i) {
    const auto place = static_cast<std::size_t>(i);
    return std::pair{other.indices_[place], -factor * other.values_[place]};
  });
}

void EntrySum::scale(double factor) {
  for (double& value : values_) value *= factor;
}

double EntrySum::norm_1() const {
  double sum = 0;
  for (const double value : values_) sum += std::abs(value);
  return sum;
}

double EntrySum::norm_2() const {
  double sum = 0;
  for (const double value : values_) sum += value * value;
  return std::sqrt(sum);
}

#define SPARLAB_INSTANTIATE(V, I) template void EntrySum::add(const algos::SparseStream<V, I>&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::experiments
