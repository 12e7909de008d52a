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
void EntrySum::add_run(std::uint64_t count, EntryAt at) {
  Run run;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto [index, value] = at(i);
    if (value == 0) continue;
    run.indices.push_back(index);
    run.values.push_back(value);
  }
  runs_.push_back(std::move(run));
  while (runs_.size() > 1 && runs_.end()[-2].indices.size() <= 2 * runs_.back().indices.size())
    add_last_to_the_one_before();
}

void EntrySum::add_last_to_the_one_before() const {
  const Run last = std::move(runs_.back());
  runs_.pop_back();
  const Run before = std::move(runs_.back());
  Run& sum = runs_.back() = {};
  sum.indices.reserve(before.indices.size() + last.indices.size());
  sum.values.reserve(sum.indices.capacity());
  std::size_t i = 0;
  const auto append = [&](const Run& run, std::size_t place) {
    sum.indices.push_back(run.indices[place]);
    sum.values.push_back(run.values[place]);
  };
  for (std::size_t j = 0; j < last.indices.size(); ++j) {
    while (i < before.indices.size() && before.indices[i] < last.indices[j]) append(before, i++);
    append(last, j);
    if (i < before.indices.size() && before.indices[i] == last.indices[j])
      sum.values.back() += before.values[i++];
  }
  while (i < before.indices.size()) append(before, i++);
}

const EntrySum::Run& EntrySum::whole() const {
  if (runs_.empty()) runs_.emplace_back();
  while (runs_.size() > 1) add_last_to_the_one_before();
  return runs_.front();
}

template <class Value, class Index>
void EntrySum::add(const algos::SparseStream<Value, Index>& stream) {
  const bool dense = stream.format() == algos::Format::dense;
  add_run(stream.count(), [&](std::uint64_t i) {
    const auto place = static_cast<std::size_t>(i);
    const std::uint64_t index =
        dense ? stream.range().lo + i : std::uint64_t{stream.indices()[place]};
    return std::pair{index, static_cast<double>(stream.values()[place])};
  });
}

void EntrySum::add(const inputs::Entries& entries) {
  add_run(entries.indices.size(), [&](std::uint64_t i) {
    const auto place = static_cast<std::size_t>(i);
    return std::pair{entries.indices[place], entries.values[place]};
  });
}

void EntrySum::subtract(const EntrySum& other, double factor) {
  const Run& run = other.whole();
  add_run(run.indices.size(), [&](std::uint64_t i) {
    const auto place = static_cast<std::size_t>(i);
    return std::pair{run.indices[place], -factor * run.values[place]};
  });
}

void EntrySum::scale(double factor) {
  for (Run& run : runs_)
    for (double& value : run.values) value *= factor;
}

double EntrySum::norm_1() const {
  double sum = 0;
  for (const double value : whole().values) sum += std::abs(value);
  return sum;
}

double EntrySum::norm_2() const {
  double sum = 0;
  for (const double value : whole().values) sum += value * value;
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
  Comparison(const algos::SparseStream<Value, Index>& result, std::size_t ranks, bool exact,
             bool lacks_zeros)
      : result_(result),
        lacks_zeros_(lacks_zeros),
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
      if (lacks_zeros_ && sum == 0) return;
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
  bool lacks_zeros_;
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
std::optional<std::string> SerialSum::difference(const algos::SparseStream<Value, Index>& result,
                                                 bool lacks_zeros) const {
  if (result.range() != algos::Range{0, universe_}) {
    return fmt::format("the result covers [{}, {}) instead of [0, {})", result.range().lo,
                       result.range().hi, universe_);
  }
  Comparison<Value, Index> comparison(result, inputs_.size(), exact_, lacks_zeros);
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

#define SPARLAB_INSTANTIATE(V, I)                                                             \
  template std::optional<std::string> SerialSum::difference(const algos::SparseStream<V, I>&, \
                                                            bool) const;
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::experiments::run
