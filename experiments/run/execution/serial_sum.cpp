#include "experiments/run/execution/serial_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "algos/kernels/instantiate.hpp"

namespace sparlab::experiments::run {

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

// Residuals of any type are summed in double, also in a build with fewer types of algorithms.
#define SPARLAB_INSTANTIATE(V, I) template void EntrySum::add(const algos::SparseStream<V, I>&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

/// Sums over [lo, hi); held[i] is the number of ranks that hold index lo + i.
struct SerialSum::Window {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  std::vector<double> sum;
  std::vector<double> magnitude;
  std::vector<std::uint32_t> held;
};

namespace {

/// Small enough that clearing windows costs little where entries are far apart and each has its own
/// window; large enough that asking every rank for its entries costs little where they are close.
/// 80 kB, which fits into a cache.
constexpr std::uint64_t kWindow = 4096;

/// Compares the values of one result with consecutive windows of the reference.
/// Sums of generated values are exact in float, but not in numbers of 16 bits.
constexpr int kDigitsOfFloat = std::numeric_limits<float>::digits;

template <class Value, class Index>
class Comparison {
 public:
  Comparison(const algos::SparseStream<Value, Index>& result, std::size_t ranks, bool exact)
      : result_(result),
        tolerance_(exact && std::numeric_limits<Value>::digits >= kDigitsOfFloat
                       ? 0
                       : static_cast<double>(ranks) *
                             static_cast<double>(std::numeric_limits<Value>::epsilon())) {}

  template <class Window>
  bool operator()(const Window& window) {
    const auto size = static_cast<std::size_t>(window.hi - window.lo);
    for (std::size_t i = 0; i < size && !difference_; ++i) {
      const std::uint64_t index = window.lo + i;
      if (result_.format() == algos::Format::dense) {
        compare(index, result_.values()[static_cast<std::size_t>(index)], window.sum[i],
                window.magnitude[i]);
      } else if (window.held[i] > 0) {
        next_entry(index, window.sum[i], window.magnitude[i]);
      }
    }
    return !difference_;
  }

  std::optional<std::string> finish() {
    if (!difference_ && result_.format() == algos::Format::coo && position_ < result_.count()) {
      difference_ =
          fmt::format("index {} is in the result but in no input", result_.indices()[position_]);
    }
    return difference_;
  }

 private:
  void next_entry(std::uint64_t index, double sum, double magnitude) {
    if (position_ == result_.count() || result_.indices()[position_] != index) {
      difference_ = fmt::format("index {} is missing from the result, or out of place", index);
      return;
    }
    compare(index, result_.values()[position_], sum, magnitude);
    ++position_;
  }

  void compare(std::uint64_t index, Value value, double sum, double magnitude) {
    const auto got = static_cast<double>(value);
    if (std::abs(got - sum) <= tolerance_ * magnitude) return;
    difference_ = fmt::format("index {} has {} instead of {}", index, got, sum);
  }

  const algos::SparseStream<Value, Index>& result_;
  double tolerance_;
  std::size_t position_ = 0;
  std::optional<std::string> difference_;
};

}  // namespace

SerialSum::SerialSum(const inputs::Input& input, std::uint64_t ranks)
    : universe_(input.universe()), exact_(input.exact_sums()) {
  for (std::uint64_t rank = 0; rank < ranks; ++rank) inputs_.push_back(input.rank_entries(rank));
}

template <class Visit>
void SerialSum::for_each_window(bool visit_empty, Visit visit) const {
  std::vector<std::size_t> cursor(inputs_.size(), 0);
  Window window;
  for (std::uint64_t lo = 0; lo < universe_; lo = window.hi) {
    if (!visit_empty) {  // jump to the next entry of any rank
      std::uint64_t next = universe_;
      for (std::size_t rank = 0; rank < inputs_.size(); ++rank) {
        if (cursor[rank] < inputs_[rank].indices.size()) {
          next = std::min(next, inputs_[rank].indices[cursor[rank]]);
        }
      }
      if (next == universe_) return;
      lo = next;
    }
    window.lo = lo;
    window.hi = lo + std::min(kWindow, universe_ - lo);
    const auto size = static_cast<std::size_t>(window.hi - window.lo);
    window.sum.assign(size, 0);
    window.magnitude.assign(size, 0);
    window.held.assign(size, 0);
    for (std::size_t rank = 0; rank < inputs_.size(); ++rank) {
      const inputs::Entries& entries = inputs_[rank];
      std::size_t& at = cursor[rank];
      for (; at < entries.indices.size() && entries.indices[at] < window.hi; ++at) {
        const auto i = static_cast<std::size_t>(entries.indices[at] - window.lo);
        window.sum[i] += entries.values[at];
        window.magnitude[i] += std::abs(entries.values[at]);
        window.held[i] += 1;
      }
    }
    if (!visit(window)) return;
  }
}

template <class Value, class Index>
std::optional<std::string> SerialSum::difference(
    const algos::SparseStream<Value, Index>& result) const {
  if (result.range() != algos::Range{0, universe_}) {
    return fmt::format("the result covers [{}, {}) instead of [0, {})", result.range().lo,
                       result.range().hi, universe_);
  }
  Comparison<Value, Index> comparison(result, inputs_.size(), exact_);
  for_each_window(result.format() == algos::Format::dense,
                  [&](const Window& window) { return comparison(window); });
  return comparison.finish();
}

std::uint64_t SerialSum::nnz() const {
  std::uint64_t entries = 0;
  for_each_window(false, [&](const Window& window) {
    entries += static_cast<std::uint64_t>(
        std::ranges::count_if(window.held, [](std::uint32_t ranks) { return ranks > 0; }));
    return true;
  });
  return entries;
}

#define SPARLAB_INSTANTIATE(V, I) \
  template std::optional<std::string> SerialSum::difference(const algos::SparseStream<V, I>&) const;
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::experiments::run
