#include "algos/systems/dryden.hpp"

#include <utility>

#include "algos/interface/allreduce.hpp"
#include "algos/steps/ring_and_recursive.hpp"
#include "algos/steps/select_k.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {

Dryden::Dryden(const model::DrydenParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "dryden");
  if (parameters.reselect) options_.dense_switch = DenseSwitch::never;  // parts are cut immediately
}

Stream Dryden::reduce(runtime::Comm& comm, Stream input) {
  const Range whole = input.range();
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  std::uint64_t k = parameters_.k;
  Stream selection;
  if (parameters_.reselect) {
    k = agreed_k(comm, k, input);
    selection = select_and_hold(comm, held_, std::move(input), [&](const Stream& accumulated) {
      return at_most_k(comm, accumulated, k);
    });
  } else {
    selection = select_k_and_hold(comm, held_, std::move(input), k);
  }
  if (ranks == 1) return selection;
  std::vector<Stream> parts =
      reduce_scatter(comm, selection, model::DrydenParameters::part_k(k, ranks));
  ring_allgather(comm, parts, static_cast<std::size_t>(comm.rank()), whole, options_);
  return concatenate(comm, parts, options_.op);
}

std::vector<Stream> Dryden::reduce_scatter(runtime::Comm& comm, const Stream& selection,
                                           std::uint64_t part_k) {
  comm.enter_phase("reduce_scatter");
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  std::vector<Stream> parts = split(comm, selection, model::boundaries(selection.range(), ranks));
  std::vector<Stream> dropped;
  Stream& own = parts[rank];
  for (std::size_t step = 1; step < ranks; ++step) {
    const std::size_t to = (rank + step) % ranks;
    const auto from = static_cast<int>((rank + ranks - step) % ranks);
    auto message = pack(comm, parts[to], options_.formats);
    parts[to] = Stream{};
    Stream received =
        unpack(comm, own.domain(), exchange(comm, static_cast<int>(to), std::move(message), from));
    own = merge(comm, std::move(own), std::move(received), options_);
    if (!parameters_.reselect) continue;
    Stream kept = at_most_k(comm, own, part_k);
    if (kept.count() < own.count()) dropped.push_back(error_feedback::left_of(own, kept));
    own = std::move(kept);
  }
  held_.add_parts(dropped, selection.range());
  return parts;
}

}  // namespace sparlab::algos
