#include "algos/collectives/traff_elimination.hpp"

#include <utility>

#include "algos/interface/instantiate.hpp"
#include "algos/steps/recursive.hpp"
#include "algos/steps/ring.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

template <class Stream>
Stream scheduled(runtime::Comm& comm, Stream stream, const EliminatingOptions<Stream>& options,
                 model::DenseSchedule schedule) {
  switch (schedule) {
    case model::DenseSchedule::recursive_doubling:
      return folded_recursive_doubling(comm, std::move(stream), options);
    case model::DenseSchedule::rabenseifner:
      return folded_rabenseifner(comm, std::move(stream), options);
    case model::DenseSchedule::ring:
      return ring(comm, stream, options);
  }
  SPARLAB_EXPECTS(false);
  return stream;
}

/// Elements that equal the neutral one may differ in their bits. If all have one form, only a
/// user's function can create another: a rank that computed an element may then hold another form
/// of it than a rank that did not receive it.
template <class Value, class Index>
SparseStream<Value, Index> with_one_neutral_result(runtime::Comm& comm,
                                                   SparseStream<Value, Index> dense,
                                                   const Reduction<Value>& op) {
  return op.kind() == ReductionKind::user ? with_one_neutral(comm, std::move(dense), op) : dense;
}
CountedStream with_one_neutral_result(runtime::Comm&, const CountedStream& dense,
                                      CountedStream::reduction_type) {
  return dense;
}

}  // namespace

template <class Stream>
Stream traff_elimination(runtime::Comm& comm, Stream stream,
                         const AllreduceOptions<Stream>& options,
                         const model::TraffEliminationParameters& parameters) {
  EliminatingOptions<Stream> eliminating{options};
  eliminating.formats = options.formats.with(Format::runs);
  comm.enter_phase("normalise");
  stream = with_one_neutral(comm, densify(comm, std::move(stream), options.op), options.op);
  stream = scheduled(comm, std::move(stream), eliminating, parameters.schedule);
  // A rank that is idle in some rounds has received the result without its neutral elements.
  stream = densify(comm, std::move(stream), options.op);
  return with_one_neutral_result(comm, std::move(stream), options.op);
}

SPARLAB_INSTANTIATE_PARAMETERISED(traff_elimination, model::TraffEliminationParameters)

}  // namespace sparlab::algos
