#include "algos/collectives/traff_elimination.hpp"

#include <utility>

#include "algos/collectives/dense_rabenseifner.hpp"
#include "algos/collectives/dense_recursive_doubling.hpp"
#include "algos/collectives/dense_ring.hpp"
#include "algos/steps/one_neutral.hpp"
#include "model/contract.hpp"

namespace sparlab::algos {
namespace {

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
  stream = with_one_neutral(comm, densify(comm, std::move(stream), options.op), options.op);
  stream = scheduled(comm, std::move(stream), eliminating, parameters.schedule);
  // A rank that rests while others work has received the result without its neutral elements.
  return densify(comm, std::move(stream), options.op);
}

SPARLAB_INSTANTIATE_PARAMETERISED(traff_elimination, model::TraffEliminationParameters)

}  // namespace sparlab::algos
