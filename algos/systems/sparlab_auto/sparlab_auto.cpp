#include "algos/systems/sparlab_auto/sparlab_auto.hpp"

#include <cstdint>
#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/systems/sparlab_auto/early_exchange.hpp"
#include "model/choice/choice.hpp"

namespace sparlab::algos {

model::Problem choice_terms(const runtime::Comm& comm, const Stream& stream,
                            const AllreduceOptions& options) {
  return {.ranks = static_cast<std::uint64_t>(comm.size()),
          .wire = stream.wire_format(),
          .dense_switch = options.dense_switch == DenseSwitch::at_delta,
          .formats = options.formats,
          .machine = options.machine};
}

Stream sparlab_auto(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                    const FindAllreduce& find) {
  if (comm.size() == 1) return stream;
  // An empty range offers no choice; the ranks only agree that it is empty.
  if (stream.range().size() == 0) return ssar_recursive_double(comm, std::move(stream), options);
  const model::Problem terms = choice_terms(comm, stream, options);
  ExchangedInputs known = exchange_inputs(comm, stream, terms, options);
  if (known.result) return std::move(*known.result);
  const model::AlgorithmChoice choice =
      model::choose(agreed_inputs(*known.summary, stream, terms), terms);
  AllreduceOptions chosen = options;
  chosen.formats = choice.formats;
  return find(choice.candidate.algorithm)(comm, std::move(stream), chosen);
}

}  // namespace sparlab::algos
