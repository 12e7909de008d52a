#include "algos/systems/oktopk/local_threshold.hpp"

#include "algos/interface/instantiate.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "model/parameters/oktopk_feedback.hpp"

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

}  // namespace sparlab::algos::oktopk
