#include "algos/systems/sparlab_auto/sparlab_auto.hpp"

#include <utility>

#include "algos/collectives/ssar_recursive_double.hpp"
#include "algos/registry/registry.hpp"
#include "algos/systems/sparlab_auto/early_exchange.hpp"
#include "model/choice/choice.hpp"

namespace sparlab::algos {

template <class Stream>
Stream sparlab_auto(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options) {
  if (comm.size() == 1) return stream;
  // Without indices there is nothing to choose by, only to agree that there are none.
  if (stream.range().size() == 0) return ssar_recursive_double(comm, std::move(stream), options);
  const model::Problem terms{.ranks = static_cast<std::uint64_t>(comm.size()),
                             .wire = stream.wire_format(),
                             .dense_switch = options.dense_switch == DenseSwitch::at_delta,
                             .formats = options.formats,
                             .machine = options.machine};
  ExchangedInputs<Stream> known = exchange_inputs(comm, stream, terms, options);
  if (!known.summary) {
    comm.enter_phase("reduce");
    return merge_all(comm, std::move(known.streams), options);
  }
  const model::AlgorithmChoice choice =
      model::choose(agreed_inputs(*known.summary, stream, terms), terms);
  AllreduceOptions<Stream> chosen = options;
  chosen.formats = choice.formats;
  return make_reducer<Stream>(choice.candidate.algorithm, chosen)->reduce(comm, std::move(stream));
}

SPARLAB_INSTANTIATE_ALLREDUCE(sparlab_auto)

}  // namespace sparlab::algos
