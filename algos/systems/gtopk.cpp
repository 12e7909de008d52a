#include "algos/systems/gtopk.hpp"

#include <utility>

#include "algos/require_sum.hpp"
#include "algos/steps/broadcast.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/systems/instantiate.hpp"

namespace sparlab::algos {

template <class Stream>
Gtopk<Stream>::Gtopk(const model::GtopkParameters& parameters,
                     const AllreduceOptions<Stream>& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "gtopk");
  options_.dense_switch = DenseSwitch::never;  // a union is cut to k at once
}

template <class Stream>
Stream Gtopk<Stream>::reduce(runtime::Comm& comm, Stream input) {
  const Range whole = input.range();
  const std::uint64_t k = agreed_k(comm, parameters_.k, input);
  comm.enter_phase("select");
  const Stream accumulated = held_.take_with(std::move(input));
  const Stream selection = at_most_k(comm, accumulated, k);
  Stream partial = reduce_to_root(comm, selection, k);
  Stream result = parameters_.broadcast == model::Broadcast::binomial
                      ? broadcast_binomially(comm, std::move(partial), whole, options_)
                      : broadcast_in_parts(comm, std::move(partial), whole, options_);
  held_.hold_all_but_common(accumulated, selection, result);
  return result;
}

template <class Stream>
Stream Gtopk<Stream>::reduce_to_root(runtime::Comm& comm, Stream selection, std::uint64_t k) const {
  comm.enter_phase("tree_reduce");
  const int rank = comm.rank();
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    if ((rank & distance) != 0) {
      send(comm, rank - distance, pack(comm, selection, options_.formats));
      break;
    }
    if (rank + distance >= comm.size()) continue;
    Stream received = unpack<Stream>(comm, selection.range(), receive(comm, rank + distance));
    Stream both = merge(comm, std::move(selection), std::move(received), options_);
    selection = at_most_k(comm, both, k);
  }
  return selection;
}

SPARLAB_INSTANTIATE_SYSTEM(Gtopk)

}  // namespace sparlab::algos
