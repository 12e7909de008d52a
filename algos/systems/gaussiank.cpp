#include "algos/systems/gaussiank.hpp"

#include <utility>

#include "algos/collectives/sparcml.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/interface/instantiate.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/gaussian_threshold.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/streams/sparse_stream.hpp"

namespace sparlab::algos {
namespace {

selectors::GaussianAdjustment adjustment_of(model::GaussianBand band) {
  using selectors::GaussianAdjustment;
  switch (band) {
    case model::GaussianBand::corrected:
      return GaussianAdjustment::corrected();
    case model::GaussianBand::none:
      return GaussianAdjustment::none();
    case model::GaussianBand::paper:
      return GaussianAdjustment::paper();
    case model::GaussianBand::oktopk_vgg:
      return GaussianAdjustment::oktopk_vgg();
    case model::GaussianBand::oktopk_lstm:
      return GaussianAdjustment::oktopk_lstm();
    case model::GaussianBand::oktopk_bert:
      return GaussianAdjustment::oktopk_bert();
    case model::GaussianBand::gaussiank:
      return GaussianAdjustment::gaussiank();
  }
  return GaussianAdjustment::corrected();
}

template <class Value, class Index>
SparseStream<Value, Index> select(runtime::Comm& comm, const SparseStream<Value, Index>& stream,
                                  const model::GaussiankParameters& parameters) {
  comm.charge({runtime::WorkKind::select, static_cast<double>(stream.count())});
  selectors::GaussianOptions options;
  options.k = parameters.k;
  options.fit = parameters.form == model::GaussianForm::corrected
                    ? selectors::GaussianFit::two_sided
                    : selectors::GaussianFit::published;
  options.adjustment = adjustment_of(parameters.adjustment);
  if (stream.format() == Format::dense) {
    const selectors::DenseBlock<Value> block{stream.values(), stream.range().lo};
    return selectors::gaussian_threshold<Index>(block, options).entries;
  }
  options.implicit_zeros = stream.range().size() - stream.count();
  const auto chosen = selectors::gaussian_threshold<std::uint64_t>(
      selectors::DenseBlock<Value>{stream.values()}, options);
  return entries_at(stream, chosen.entries.indices());
}

CountedStream select(runtime::Comm& comm, const CountedStream& stream,
                     const model::GaussiankParameters& parameters) {
  return top_k(comm, stream, parameters.k);
}

}  // namespace

template <class Stream>
Gaussiank<Stream>::Gaussiank(const model::GaussiankParameters& parameters,
                             const AllreduceOptions<Stream>& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "gaussiank");
}

template <class Stream>
Stream Gaussiank<Stream>::reduce(runtime::Comm& comm, Stream input) {
  if (parameters_.k == 0) return sparse_allgather(comm, std::move(input), options_);
  return sparse_allgather(comm,
                          select_and_hold(comm, held_, std::move(input),
                                          [&](const Stream& accumulated) {
                                            return select(comm, accumulated, parameters_);
                                          }),
                          options_);
}

SPARLAB_INSTANTIATE_SYSTEM(Gaussiank)

}  // namespace sparlab::algos
