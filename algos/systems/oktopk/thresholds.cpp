#include "algos/systems/oktopk/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algos/interface/instantiate.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/streams/sparse_stream.hpp"
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

template <class Value, class Index>
LocalThreshold<SparseStream<Value, Index>>::LocalThreshold(
    const model::OktopkParameters& parameters)
    : threshold_(options_of(parameters)) {}

template <class Value, class Index>
SparseStream<Value, Index> LocalThreshold<SparseStream<Value, Index>>::select(
    runtime::Comm& comm, const Stream& accumulated, std::uint64_t k, bool evaluate) {
  threshold_.aim_at(k);
  if (evaluate) threshold_.restart();
  const bool evaluates = threshold_.due();
  const auto charge = [&](const selectors::SelectionWork& work) {
    const auto passes = evaluates ? 1 : work.passes;
    comm.charge({runtime::WorkKind::select,
                 static_cast<double>(accumulated.count()) * static_cast<double>(passes)});
  };
  if (accumulated.format() == Format::dense) {
    const selectors::DenseBlock<Value> block{accumulated.values(), accumulated.range().lo};
    auto selection = threshold_.template select<Index>(block);
    charge(selection.work);
    return std::move(selection.entries);
  }
  const selectors::DenseBlock<Value> block{accumulated.values()};
  const auto selection = threshold_.template select<std::uint64_t>(block);
  charge(selection.work);
  return entries_at(accumulated, selection.entries.indices());
}

#define SPARLAB_INSTANTIATE(V, I) template class LocalThreshold<SparseStream<V, I>>;
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

template <class Value, class Index>
GlobalThreshold<SparseStream<Value, Index>>::GlobalThreshold(
    const model::OktopkParameters& parameters)
    : feedback_(model::oktopk_global_feedback(parameters.feedback)),
      strict_(parameters.form == model::OktopkForm::published),
      strict_at_first_(strict_ && parameters.regather) {}

template <class Value, class Index>
void GlobalThreshold<SparseStream<Value, Index>>::evaluate(runtime::Comm& comm, const Stream& whole,
                                                           std::uint64_t k) {
  charge_selection(comm, static_cast<double>(whole.count()));
  k_ = k;
  find_threshold(whole);
  std::uint64_t kept = 0;
  for (std::size_t i = 0; i < whole.values().size(); ++i) {
    kept += keeps(whole.values()[i], whole.indices()[i], true) ? 1 : 0;
  }
  kept_of_all_ = static_cast<double>(kept);
}

template <class Value, class Index>
void GlobalThreshold<SparseStream<Value, Index>>::find_threshold(const Stream& whole) {
  key_ = 0;
  last_tie_ = std::numeric_limits<std::uint64_t>::max();
  if (k_ == 0 || whole.count() < k_) return;
  const auto top =
      selectors::exact_top_k<std::uint64_t>(selectors::DenseBlock<Value>{whole.values()}, k_);
  const auto values = top.entries.values();
  const auto positions = top.entries.indices();
  key_ = selectors::kNanKey<Value>;
  for (const Value value : values) key_ = std::min(key_, selectors::magnitude_key(value));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (selectors::magnitude_key(values[i]) != key_) continue;
    last_tie_ = whole.indices()[static_cast<std::size_t>(positions[i])];
  }
}

template <class Value, class Index>
bool GlobalThreshold<SparseStream<Value, Index>>::keeps(Value value, Index index,
                                                        bool exact) const {
  if (k_ == 0) return false;
  const auto key = selectors::magnitude_key(value);
  const bool strict = exact ? strict_at_first_ : strict_;
  if (key != key_ || strict) return key > key_;
  return exact ? index <= last_tie_ : key > 0;
}

template <class Value, class Index>
SparseStream<Value, Index> GlobalThreshold<SparseStream<Value, Index>>::keep(runtime::Comm& comm,
                                                                             const Stream& stream,
                                                                             bool exact) const {
  charge_selection(comm, static_cast<double>(stream.count()));
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < stream.values().size(); ++i) {
    if (keeps(stream.values()[i], stream.indices()[i], exact)) positions.push_back(i);
  }
  return entries_at<Value, Index, std::size_t>(stream, positions);
}

template <class Value, class Index>
void GlobalThreshold<SparseStream<Value, Index>>::follow(double kept) {
  const double factor = feedback_.factor_after(kept, static_cast<double>(k_));
  const auto threshold = static_cast<double>(selectors::magnitude_of<Value>(key_));
  key_ = selectors::magnitude_key(static_cast<Value>(threshold * factor));
}

template <class Value, class Index>
bool GlobalThreshold<SparseStream<Value, Index>>::separates_nothing() const {
  return !strict_ && !std::isnormal(selectors::magnitude_of<Value>(key_));
}

void GlobalThreshold<CountedStream>::evaluate(runtime::Comm& comm, const CountedStream& whole,
                                              std::uint64_t k) {
  charge_selection(comm, whole.count());
  const auto wanted = static_cast<double>(k);
  fewer_than_k_ = model::oktopk_sums_fewer_than_k(whole.count(), wanted);
  share_ = whole.count() > wanted ? wanted / whole.count() : 1;
  kept_of_all_ = share_ * whole.count();
}

CountedStream GlobalThreshold<CountedStream>::keep(runtime::Comm& comm, const CountedStream& stream,
                                                   bool /*exact*/) const {
  charge_selection(comm, stream.count());
  return stream.cut_to(share_ * stream.count());
}

#define SPARLAB_INSTANTIATE(V, I) template class GlobalThreshold<SparseStream<V, I>>;
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::oktopk
