#include "algos/systems/topk_dsa.hpp"

#include <utility>

#include "algos/interface/instantiate.hpp"
#include "algos/interface/require_sum.hpp"
#include "algos/steps/agree.hpp"
#include "algos/steps/allgather.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/steps/shards.hpp"

namespace sparlab::algos {

template <class Stream>
TopkDsa<Stream>::TopkDsa(const model::TopkDsaParameters& parameters,
                         const AllreduceOptions<Stream>& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "topk_dsa");
}

template <class Stream>
Stream TopkDsa<Stream>::reduce(runtime::Comm& comm, Stream input) {
  const Range whole = input.range();
  const Stream selected = select_k_and_hold(comm, held_, std::move(input), parameters_.k);
  AllreduceOptions<Stream> sparse = options_;
  sparse.dense_switch = DenseSwitch::never;  // the format is decided for all parts together
  Stream own = merge_all(comm, split_exchange(comm, selected, options_), sparse);
  if (options_.dense_switch != DenseSwitch::never && options_.formats.contains(Format::dense)) {
    own = with_agreed_format(comm, std::move(own), whole);
  }
  return concatenate(comm, allgather_parts(comm, std::move(own), whole, options_), options_.op);
}

template <class Stream>
Stream TopkDsa<Stream>::with_agreed_format(runtime::Comm& comm, Stream own, Range whole) const {
  const double entries = agree_on_sum(comm, static_cast<double>(own.count()));
  const bool dense = parameters_.goes_dense(entries, static_cast<double>(whole.size()),
                                            own.wire_format(), options_.formats);
  return dense ? densify(comm, std::move(own), options_.op) : own;
}

SPARLAB_INSTANTIATE_SYSTEM(TopkDsa)

}  // namespace sparlab::algos
