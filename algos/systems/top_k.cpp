#include "algos/systems/top_k.hpp"

#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/steps/agree.hpp"
#include "algos/steps/allgather.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/steps/shards.hpp"
#include "algos/steps/trees.hpp"

namespace sparlab::algos {

TopkAllgather::TopkAllgather(const model::TopkAllgatherParameters& parameters,
                             const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "topk_allgather");
}

Stream TopkAllgather::reduce(runtime::Comm& comm, Stream input) {
  return sparse_allgather(comm, select_k_and_hold(comm, held_, std::move(input), parameters_.k),
                          options_);
}

TopkDsa::TopkDsa(const model::TopkDsaParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "topk_dsa");
}

Stream TopkDsa::reduce(runtime::Comm& comm, Stream input) {
  const Range whole = input.range();
  const Stream selected = select_k_and_hold(comm, held_, std::move(input), parameters_.k);
  AllreduceOptions sparse = options_;
  sparse.dense_switch = DenseSwitch::never;  // the format is decided for all parts together
  Stream own = merge_all(comm, split_exchange(comm, selected, options_), sparse);
  if (options_.dense_switch != DenseSwitch::never && options_.formats.contains(Format::dense)) {
    own = with_agreed_format(comm, std::move(own), whole);
  }
  return concatenate(comm, allgather_parts(comm, std::move(own), whole, options_), options_.op);
}

Stream TopkDsa::with_agreed_format(runtime::Comm& comm, Stream own, Range whole) const {
  const double entries = agree_on_sum(comm, own.count());
  const bool dense = parameters_.goes_dense(entries, static_cast<double>(whole.size()),
                                            own.wire_format(), options_.formats);
  return dense ? densify(comm, std::move(own), options_.op) : own;
}

Gtopk::Gtopk(const model::GtopkParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "gtopk");
  options_.dense_switch = DenseSwitch::never;  // a union is cut to k immediately
}

Stream Gtopk::reduce(runtime::Comm& comm, Stream input) {
  const Domain whole = input.domain();
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

}  // namespace sparlab::algos
