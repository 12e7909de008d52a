#include "algos/systems/oktopk/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algos/selectors/exact_top_k.hpp"
#include "model/costs/oktopk.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos::oktopk {
namespace {

selectors::ReuseOptions options_of(const model::OktopkParameters& parameters) {
  const bool published = parameters.form == model::OktopkForm::published;
  return {.k = parameters.k,
          .period = parameters.tau_prime,
          .source = selectors::ThresholdSource::exact_top_k,
          .feedback = model::oktopk_local_feedback(parameters.feedback),
          .form = published ? selectors::ReuseForm::published : selectors::ReuseForm::corrected};
}

void charge_selection(runtime::Comm& comm, double entries) {
  comm.charge({runtime::WorkKind::select, entries});
}

}  // namespace

LocalThreshold::LocalThreshold(const model::OktopkParameters& parameters)
    : threshold_(options_of(parameters)) {}

template <class Value, class Index>
SparseStream<Value, Index> LocalThreshold::select(runtime::Comm& comm,
                                                  const SparseStream<Value, Index>& accumulated,
                                                  std::uint64_t k, bool evaluate) {
  threshold_.aim_at(k);
  if (evaluate) threshold_.restart();
  const bool evaluates = threshold_.due();
  const auto charge = [&](std::uint64_t passes) {
    charge_selection(comm, static_cast<double>(accumulated.count()) *
                               static_cast<double>(evaluates ? 1 : passes));
  };
  if (accumulated.format() == Format::dense) {
    const selectors::DenseBlock<Value> block{accumulated.values(), accumulated.range().lo};
    auto selection = threshold_.select<Index>(block);
    charge(selection.passes);
    return std::move(selection.entries);
  }
  const selectors::DenseBlock<Value> block{accumulated.values()};
  const auto selection = threshold_.select<std::uint64_t>(block);
  charge(selection.passes);
  return entries_at(accumulated, selection.entries.indices());
}

Stream LocalThreshold::select(runtime::Comm& comm, const Stream& accumulated, std::uint64_t k,
                              bool evaluate) {
  return accumulated.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return top_k(comm, one, k);
    else
      return select(comm, one, k, evaluate);
  });
}

GlobalThreshold::GlobalThreshold(const model::OktopkParameters& parameters)
    : feedback_(model::oktopk_global_feedback(parameters.feedback)),
      strict_(parameters.form == model::OktopkForm::published),
      strict_at_first_(strict_ && parameters.regather) {}

void GlobalThreshold::evaluate(runtime::Comm& comm, const Stream& whole, std::uint64_t k) {
  charge_selection(comm, whole.count());
  k_ = k;
  whole.visit([&](const auto& one) { find(one); });
}

template <class Value, class Index>
void GlobalThreshold::find(const SparseStream<Value, Index>& whole) {
  set<Value>(0);
  last_tie_ = std::numeric_limits<std::uint64_t>::max();
  if (k_ > 0 && whole.count() >= k_) {
    const auto top =
        selectors::exact_top_k<std::uint64_t>(selectors::DenseBlock<Value>{whole.values()}, k_);
    const auto values = top.entries.values();
    const auto positions = top.entries.indices();
    auto key = selectors::kNanKey<Value>;
    for (const Value value : values) key = std::min(key, selectors::magnitude_key(value));
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (selectors::magnitude_key(values[i]) != key) continue;
      last_tie_ = whole.indices()[static_cast<std::size_t>(positions[i])];
    }
    set<Value>(key);
  }
  std::uint64_t kept = 0;
  for (std::size_t i = 0; i < whole.values().size(); ++i)
    kept += keeps(whole.values()[i], whole.indices()[i], true) ? 1 : 0;
  kept_of_all_ = static_cast<double>(kept);
}

void GlobalThreshold::find(const CountedStream& whole) {
  const auto wanted = static_cast<double>(k_);
  scalable_ = !model::oktopk_sums_fewer_than_k(whole.count(), wanted);
  share_ = whole.count() > wanted ? wanted / whole.count() : 1;
  kept_of_all_ = share_ * whole.count();
}

template <class Value>
bool GlobalThreshold::keeps(Value value, std::uint64_t index, bool exact) const {
  if (k_ == 0) return false;
  const std::int64_t key = selectors::magnitude_key(value);
  const bool strict = exact ? strict_at_first_ : strict_;
  if (key != key_ || strict) return key > key_;
  return exact ? index <= last_tie_ : key > 0;
}

template <class Value, class Index>
SparseStream<Value, Index> GlobalThreshold::kept_of(const SparseStream<Value, Index>& stream,
                                                    bool exact) const {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < stream.values().size(); ++i)
    if (keeps(stream.values()[i], stream.indices()[i], exact)) positions.push_back(i);
  return entries_at<Value, Index, std::size_t>(stream, positions);
}

CountedStream GlobalThreshold::kept_of(const CountedStream& stream, bool /*exact*/) const {
  return stream.cut_to(share_ * stream.count());
}

Stream GlobalThreshold::keep(runtime::Comm& comm, const Stream& stream, bool exact) const {
  charge_selection(comm, stream.count());
  return stream.visit([&](const auto& one) -> Stream { return kept_of(one, exact); });
}

void GlobalThreshold::follow(StreamType type, double kept) {
  with_type(type, [&]<class One>() {
    if constexpr (!is_counted_v<One>) {
      using Value = typename One::value_type;
      const double factor = feedback_.factor_after(kept, static_cast<double>(k_));
      const auto key = static_cast<selectors::MagnitudeKey<Value>>(key_);
      const auto threshold = static_cast<double>(selectors::magnitude_of<Value>(key));
      set<Value>(selectors::magnitude_key(static_cast<Value>(threshold * factor)));
    }
  });
}

template <class Value>
void GlobalThreshold::set(selectors::MagnitudeKey<Value> key) {
  key_ = key;
  scalable_ = std::isnormal(selectors::magnitude_of<Value>(key));
}

}  // namespace sparlab::algos::oktopk
