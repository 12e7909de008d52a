#include "algos/collectives/traff_elimination.hpp"

#include <algorithm>
#include <utility>

#include "algos/collectives/dense_rabenseifner.hpp"
#include "algos/collectives/dense_recursive_doubling.hpp"
#include "algos/collectives/dense_ring.hpp"
#include "model/contract.hpp"

namespace sparlab::algos {
namespace {

using runtime::WorkKind;

/// One form of the neutral element: a partner to whom it was not sent must find the same bits.
template <class Value, class Index>
SparseStream<Value, Index> normalised(runtime::Comm& comm, SparseStream<Value, Index> dense,
                                      const Reduction<Value>& op) {
  if (!dense.unique()) dense = dense.clone();
  std::ranges::replace(dense.mutable_values(), op.neutral(), op.neutral());
  comm.charge({WorkKind::copy, static_cast<double>(dense.count() * sizeof(Value))});
  return dense;
}
CountedStream normalised(runtime::Comm& comm, const CountedStream& dense,
                         CountedStream::reduction_type) {
  comm.charge({WorkKind::copy, dense.count() * dense.wire_format().value_bytes});
  return dense;
}

template <class Stream>
Stream scheduled(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                 model::DenseSchedule schedule) {
  switch (schedule) {
    case model::DenseSchedule::recursive_doubling:
      return dense_recursive_doubling(comm, std::move(stream), options);
    case model::DenseSchedule::rabenseifner:
      return dense_rabenseifner(comm, std::move(stream), options);
    case model::DenseSchedule::ring:
      return dense_ring(comm, std::move(stream), options);
  }
  SPARLAB_EXPECTS(false);
  return stream;
}

}  // namespace

template <class Stream>
Stream traff_elimination(runtime::Comm& comm, Stream stream,
                         const AllreduceOptions<Stream>& options,
                         const model::TraffEliminationParameters& parameters) {
  AllreduceOptions<Stream> eliminating = options;
  eliminating.formats = options.formats.with(Format::runs);
  eliminating.eliminate_neutral = true;
  comm.enter_phase("normalise");
  stream = normalised(comm, densify(comm, std::move(stream), options.op), options.op);
  stream = scheduled(comm, std::move(stream), eliminating, parameters.schedule);
  // A rank that rests while others work has received the result without its neutral elements.
  return densify(comm, std::move(stream), options.op);
}

SPARLAB_INSTANTIATE_PARAMETERISED(traff_elimination, model::TraffEliminationParameters)

}  // namespace sparlab::algos
