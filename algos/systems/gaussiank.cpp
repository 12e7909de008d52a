#include "algos/systems/gaussiank.hpp"

#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/selectors/gaussian_threshold.hpp"
#include "algos/steps/select_k.hpp"

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

selectors::GaussianOptions options_of(const model::GaussiankParameters& parameters) {
  selectors::GaussianOptions options;
  options.k = parameters.k;
  options.fit = parameters.form == model::GaussianForm::corrected
                    ? selectors::GaussianFit::two_sided
                    : selectors::GaussianFit::published;
  options.adjustment = adjustment_of(parameters.adjustment);
  return options;
}

template <class Value, class Index>
SparseStream<Value, Index> select(const SparseStream<Value, Index>& stream,
                                  const model::GaussiankParameters& parameters) {
  selectors::GaussianOptions options = options_of(parameters);
  if (stream.format() == Format::dense) {
    const selectors::DenseBlock<Value> block{stream.values(), stream.range().lo};
    return selectors::gaussian_threshold<Index>(block, options).entries;
  }
  options.implicit_zeros = stream.range().size() - stream.count();
  const auto chosen = selectors::gaussian_threshold<std::uint64_t>(
      selectors::DenseBlock<Value>{stream.values()}, options);
  return entries_at(stream, chosen.entries.indices());
}

CountedStream select(const CountedStream& stream, const model::GaussiankParameters& parameters) {
  return stream.cut_to(static_cast<double>(parameters.k));
}

}  // namespace

Gaussiank::Gaussiank(const model::GaussiankParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "gaussiank");
}

Stream Gaussiank::reduce(runtime::Comm& comm, Stream input) {
  if (parameters_.k == 0) return sparse_allgather(comm, std::move(input), options_);
  return sparse_allgather(comm,
                          select_and_hold(comm, held_, std::move(input),
                                          [&](const Stream& held) {
                                            comm.charge({runtime::WorkKind::select, held.count()});
                                            return held.visit([&](const auto& one) -> Stream {
                                              return select(one, parameters_);
                                            });
                                          }),
                          options_);
}

}  // namespace sparlab::algos
