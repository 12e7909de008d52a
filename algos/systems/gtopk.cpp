#include "algos/systems/gtopk.hpp"

#include <utility>

#include "algos/interface/instantiate.hpp"
#include "algos/interface/require_sum.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/steps/trees.hpp"

namespace sparlab::algos {

template <class Stream>
Gtopk<Stream>::Gtopk(const model::GtopkParameters& parameters,
                     const AllreduceOptions<Stream>& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "gtopk");
  options_.dense_switch = DenseSwitch::never;  // a union is cut to k immediately
}

template <class Stream>
Stream Gtopk<Stream>::reduce(runtime::Comm& comm, Stream input) {
  const Range whole = input.range();
  const std::uint64_t k = agreed_k(comm, parameters_.k, input);
  comm.enter_phase("select");
  const Stream accumulated = held_.take_with(std::move(input));
  const Stream selection = at_most_k(comm, accumulated, k);
  comm.enter_phase("tree_reduce");
  Stream top = combine_binomially(comm, selection, options_.formats, [&](Stream own, Stream other) {
    return at_most_k(comm, merge(comm, std::move(own), std::move(other), options_), k);
  });
  Stream result = parameters_.broadcast == model::Broadcast::binomial
                      ? broadcast_binomially(comm, std::move(top), whole, options_)
                      : broadcast_in_parts(comm, std::move(top), whole, options_);
  held_.hold_all_but_common(accumulated, selection, result);
  return result;
}

SPARLAB_INSTANTIATE_SYSTEM(Gtopk)

}  // namespace sparlab::algos
