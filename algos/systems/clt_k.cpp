#include "algos/systems/clt_k.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/steps/subgroups.hpp"
#include "algos/steps/trees.hpp"
#include "algos/systems/known_indices.hpp"

namespace sparlab::algos {

using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

CltK::CltK(const model::CltKParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "clt_k");
}

Stream CltK::reduce(Comm& comm, Stream input) {
  const auto leader = static_cast<int>(calls_++ % static_cast<std::uint64_t>(comm.size()));
  const std::uint64_t k =
      parameters_.k != 0 ? parameters_.k : static_cast<std::uint64_t>(std::ceil(input.count()));
  comm.enter_phase("select");
  const Stream accumulated = held_.take_with(std::move(input));
  const model::WireFormat wire = accumulated.wire_format();
  const bool leads = comm.rank() == leader;
  Stream chosen = leads ? at_most_k(comm, accumulated, k) : Stream{};
  if (comm.size() > 1) {
    comm.enter_phase("broadcast");
    RotatedComm from_leader(comm, leader);
    const Message message = broadcast_message(from_leader, [&] {
      comm.charge({WorkKind::copy, 2 * chosen.count() * wire.index_bytes});
      return index_message(chosen, chosen.count());
    });
    if (!leads) {
      const std::array boundaries = {accumulated.range().lo, accumulated.range().hi};
      chosen = entries_at_indices(accumulated, {&message, 1}, boundaries);
      comm.charge({WorkKind::copy, 2 * chosen.count() * wire.index_bytes});
      const bool dense = accumulated.format() == Format::dense;
      comm.charge({dense ? WorkKind::scatter : WorkKind::merge,
                   dense ? chosen.count() : chosen.count() + accumulated.count()});
    }
    if (chosen.count() > 0) chosen = sums_at_indices(comm, chosen, options_);
  }
  held_.hold_all_but(accumulated, chosen);
  return chosen;
}

}  // namespace sparlab::algos
