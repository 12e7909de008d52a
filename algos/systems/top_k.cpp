#include "algos/systems/top_k.hpp"

#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/gaussian_threshold.hpp"
#include "algos/steps/agree.hpp"
#include "algos/steps/allgather.hpp"
#include "algos/steps/block_local_allgather.hpp"
#include "algos/steps/ring_and_recursive.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/steps/shards.hpp"
#include "algos/steps/trees.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {

namespace {

/// The entries that select(block) chooses of a block with the values of a stream; select is a
/// template over the type of positions.
template <class Value, class Index, class Select>
SparseStream<Value, Index> selected(const SparseStream<Value, Index>& stream, Select select) {
  if (stream.format() == Format::dense) {
    return select
        .template operator()<Index>(
            selectors::DenseBlock<Value>{stream.values(), stream.range().lo})
        .entries;
  }
  const auto chosen =
      select.template operator()<std::uint64_t>(selectors::DenseBlock<Value>{stream.values()});
  return entries_at(stream, chosen.entries.indices());
}

}  // namespace

Stream TopkAllgather::reduce(runtime::Comm& comm, Stream input) {
  if (parameters_.selector == model::Selector::exact)
    input = select_k_and_hold(comm, held_, std::move(input), parameters_.k);
  else
    input = select_and_hold(comm, held_, std::move(input),
                            [&](const Stream& accumulated) { return choose(comm, accumulated); });
  return sparse_allgather(comm, std::move(input), options_);
}

Stream TopkAllgather::choose(runtime::Comm& comm, const Stream& accumulated) {
  const std::uint64_t k = parameters_.k;
  const double entries = accumulated.count();
  if (accumulated.format() == Format::coo && entries <= static_cast<double>(k)) return accumulated;
  comm.charge({runtime::WorkKind::select, entries});
  const double sampled = parameters_.sampled(entries);
  if (sampled > 0) comm.charge({runtime::WorkKind::select, sampled});
  Stream chosen = accumulated.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return one.cut_to(static_cast<double>(k));
    } else {
      return selected(one, [&]<class Position>(auto block) {
        return parameters_.selector == model::Selector::dgc
                   ? sampled_.select<Position>(block, k, sampled)
                   : fitted_.select<Position>(block, k);
      });
    }
  });
  if (sampled_.ranked() > 0)
    comm.charge({runtime::WorkKind::select, static_cast<double>(sampled_.ranked())});
  return chosen;
}

Stream TopkDsa::reduce(runtime::Comm& comm, Stream input) {
  const Range whole = input.range();
  const Stream selected = select_k_and_hold(comm, held_, std::move(input), parameters_.k);
  AllreduceOptions sparse = options_;
  sparse.dense_switch = DenseSwitch::never;  // the format is decided for all parts together
  Stream own = merge_all(comm, split_exchange(comm, selected, options_), sparse);
  if (options_.dense_switch != DenseSwitch::never && options_.formats.contains(Format::dense))
    own = with_agreed_format(comm, std::move(own), whole);
  return concatenate(comm, allgather_parts(comm, std::move(own), whole, options_), options_.op);
}

Stream TopkDsa::with_agreed_format(runtime::Comm& comm, Stream own, Range whole) const {
  const double entries = agree_on_sum(comm, own.count());
  const bool dense = parameters_.goes_dense(entries, static_cast<double>(whole.size()),
                                            own.wire_format(), options_.formats);
  return dense ? densify(comm, std::move(own), options_.op) : own;
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

namespace {

template <class Value, class Index>
SparseStream<Value, Index> select(const SparseStream<Value, Index>& stream,
                                  const model::GaussiankParameters& parameters) {
  const selectors::GaussianOptions options{
      .k = parameters.k,
      .form = parameters.form,
      .adjustment = parameters.adjustment,
      .implicit_zeros = stream.range().size() - stream.count()};
  return selected(stream, [&]<class Position>(selectors::DenseBlock<Value> block) {
    return selectors::gaussian_threshold<Position>(block, options);
  });
}

CountedStream select(const CountedStream& stream, const model::GaussiankParameters& parameters) {
  return stream.cut_to(static_cast<double>(parameters.k));
}

}  // namespace

Stream Gaussiank::reduce(runtime::Comm& comm, Stream input) {
  if (parameters_.k == 0) return sparse_allgather(comm, std::move(input), options_);
  return sparse_allgather(comm,
                          select_and_hold(comm, held_, std::move(input),
                                          [&](const Stream& held) {
                                            comm.charge({runtime::WorkKind::select, held.count()});
                                            return held.visit([&](const auto& one) -> Stream {
                                              return select(one, parameters_);
                                            });
                                          }),
                          options_);
}

Stream BlockTopk::reduce(runtime::Comm& comm, Stream input) {
  const std::uint64_t k = agreed_k(comm, parameters_.k, input);
  const model::BlockLocalLayout layout = parameters_.layout(input.range().size(), k);
  const Stream selected = select_and_hold(
      comm, held_, std::move(input),
      [&](const Stream& accumulated) { return top_k_of_blocks(comm, accumulated, layout); });
  return merge_all(comm, block_local_allgather(comm, selected, layout), options_);
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
  std::vector<Stream> parts = reduce_scatter(comm, selection, model::part_k(k, ranks));
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
