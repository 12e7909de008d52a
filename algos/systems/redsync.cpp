#include "algos/systems/redsync.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/selectors/threshold.hpp"
#include "algos/selectors/trimmed_top_k.hpp"
#include "algos/steps/quantized_allgather.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

using model::RedsyncForm;
using model::RedsyncPath;
using quantizers::Sign;
using runtime::Comm;

void charge_selection(Comm& comm, const Stream& held) {
  comm.charge({runtime::WorkKind::select, held.count()});
}

selectors::ReuseOptions reuse_options(std::uint64_t reuse) {
  return {.period = reuse, .source = selectors::ThresholdSource::threshold_search, .feedback = {}};
}

/// The entries of any stream whose values satisfy `is_wanted`, as a coo stream.
template <class Value, class Index, class Wanted>
SparseStream<Value, Index> filtered(const SparseStream<Value, Index>& stream, Wanted is_wanted) {
  const bool dense = stream.format() == Format::dense;
  const auto values = stream.values();
  const auto count = std::ranges::count_if(values, is_wanted);
  CooBuilder<Value, Index> builder(stream.range(), static_cast<std::uint64_t>(count));
  const auto out = builder.out();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_wanted(values[i])) continue;
    out.indices[kept] = dense ? static_cast<Index>(stream.range().lo + i) : stream.indices()[i];
    out.values[kept++] = values[i];
  }
  return std::move(builder).finish(kept);
}

template <class Value>
bool is_before(Value a, Value b, Sign sign) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && !std::isnan(b);
  return sign == Sign::positive ? a > b : a < b;
}

template <class Value, class Index>
SparseStream<Value, Index> with_sign(const SparseStream<Value, Index>& held, Sign sign) {
  return filtered(held, [sign](Value value) { return quantizers::has_sign(value, sign); });
}
CountedStream with_sign(const CountedStream& held, Sign) { return held.cut_to(held.count() / 2); }

/// The entries of one sign as a coo stream; charges `select` for the entries held. For a counted
/// stream, half of them.
Stream entries_of_sign(Comm& comm, const Stream& held, Sign sign) {
  charge_selection(comm, held);
  return held.visit([&](const auto& one) -> Stream { return with_sign(one, sign); });
}

template <class Value, class Index>
SparseStream<Value, Index> extremes_of(const SparseStream<Value, Index>& held, Sign sign,
                                       std::uint64_t k) {
  auto coo = filtered(held, [](Value) { return true; });
  if (coo.count() <= k) return coo;
  std::vector<std::uint64_t> positions(coo.values().size());
  std::iota(positions.begin(), positions.end(), std::uint64_t{0});
  const auto values = coo.values();
  const auto cut = positions.begin() + static_cast<std::ptrdiff_t>(k);
  std::ranges::nth_element(positions, cut, [&](std::uint64_t a, std::uint64_t b) {
    if (is_before(values[a], values[b], sign)) return true;
    return !is_before(values[b], values[a], sign) && a < b;
  });
  positions.erase(cut, positions.end());
  std::ranges::sort(positions);
  return entries_at(coo, std::span<const std::uint64_t>(positions));
}
CountedStream extremes_of(const CountedStream& held, Sign, std::uint64_t k) {
  return held.cut_to(static_cast<double>(k));
}

/// The k largest values (Sign::positive) or the k smallest, regardless of sign, as a coo stream.
/// Among equal values, those with lower indices; NaN comes first. All values of a dense stream
/// count. Charges `select` for the entries held.
Stream extreme_values(Comm& comm, const Stream& held, Sign sign, std::uint64_t k) {
  charge_selection(comm, held);
  return held.visit([&](const auto& one) -> Stream { return extremes_of(one, sign, k); });
}

}  // namespace

RedsyncSelection::RedsyncSelection(RedsyncForm form, std::uint64_t reuse)
    : form_(form), reused_(reuse_options(reuse)) {}

template <class Position, class Value>
selectors::Selection<Value, Position> RedsyncSelection::select(selectors::DenseBlock<Value> block,
                                                               std::uint64_t k, RedsyncPath path,
                                                               std::uint64_t implicit_zeros) {
  const selectors::RedsyncOptions options{k, form_, implicit_zeros};
  if (path == RedsyncPath::trimmed) return selectors::trimmed_top_k<Position>(block, options);
  if (form_ == RedsyncForm::published) return selectors::threshold_search<Position>(block, options);
  reused_.aim_at(k);
  return reused_.select<Position>(block);
}

template <class Value, class Index>
SparseStream<Value, Index> RedsyncSelection::chosen_of(const SparseStream<Value, Index>& held,
                                                       std::uint64_t k, RedsyncPath path) {
  if (held.format() == Format::dense) {
    const selectors::DenseBlock<Value> block{held.values(), held.range().lo};
    const auto chosen = select<Index>(block, k, path, 0);
    return filtered(chosen.entries, [](Value value) { return value != 0; });
  }
  const selectors::DenseBlock<Value> block{held.values()};
  const auto chosen = select<std::uint64_t>(block, k, path, held.range().size() - held.count());
  return entries_at(held, chosen.entries.indices());
}

CountedStream RedsyncSelection::chosen_of(const CountedStream& held, std::uint64_t k,
                                          RedsyncPath path) {
  return held.cut_to(static_cast<double>(model::redsync_expected_choice(k, path)));
}

Stream RedsyncSelection::choose(Comm& comm, const Stream& held, std::uint64_t k, RedsyncPath path) {
  SPARLAB_EXPECTS(k > 0 && path != RedsyncPath::dense);
  if (held.format() == Format::coo && held.count() <= static_cast<double>(k)) return held;
  charge_selection(comm, held);
  return held.visit([&](const auto& one) -> Stream { return chosen_of(one, k, path); });
}

RedsyncRgc::RedsyncRgc(const model::RedsyncRgcParameters& parameters,
                       const AllreduceOptions& options)
    : parameters_(parameters),
      options_(options),
      velocity_({parameters.momentum, parameters.nesterov}),
      selection_(parameters.form, parameters.reuse) {
  require_sum(options, "redsync_rgc");
}

Stream RedsyncRgc::reduce(runtime::Comm& comm, Stream input) {
  const RedsyncPath path = redsync_path(parameters_, input.range().size(), input.wire_format());
  counted_ = input.is_counted();
  Stream moved = velocity_.advance(std::move(input));
  if (path == RedsyncPath::dense) return dense_rabenseifner(comm, std::move(moved), options_);
  if (parameters_.k != 0) {
    moved = select_and_hold(comm, held_, std::move(moved), [&](const Stream& accumulated) {
      return selection_.choose(comm, accumulated, parameters_.k, path);
    });
  }
  velocity_.mask(moved);
  return sparse_allgather(comm, std::move(moved), options_);
}

RedsyncRgcQuantized::RedsyncRgcQuantized(const model::RedsyncRgcQuantizedParameters& parameters,
                                         const AllreduceOptions& options)
    : parameters_(parameters),
      options_(options),
      velocity_({parameters.momentum, parameters.nesterov}),
      selection_(RedsyncForm::corrected, 1) {
  require_sum(options, "redsync_rgc_quantized");
}

Stream RedsyncRgcQuantized::choose(runtime::Comm& comm, const Stream& accumulated, Sign sign,
                                   RedsyncPath path) {
  if (parameters_.form == RedsyncForm::published) {
    const std::uint64_t k = parameters_.k != 0 ? parameters_.k : accumulated.range().size();
    return extreme_values(comm, accumulated, sign, k);
  }
  Stream of_sign = entries_of_sign(comm, accumulated, sign);
  if (parameters_.k == 0) return of_sign;
  return selection_.choose(comm, of_sign, parameters_.k, path);
}

Stream RedsyncRgcQuantized::reduce(runtime::Comm& comm, Stream input) {
  const RedsyncPath path = redsync_path(parameters_, input.range().size(), input.wire_format());
  Stream moved = velocity_.advance(std::move(input));
  if (path == RedsyncPath::dense) return dense_rabenseifner(comm, std::move(moved), options_);
  const Sign sign = calls_++ % 2 == 0 ? Sign::positive : Sign::negative;
  const Stream chosen = select_and_hold(
      comm, held_, std::move(moved),
      [&](const Stream& accumulated) { return choose(comm, accumulated, sign, path); });
  velocity_.mask(chosen);
  const bool mixed = parameters_.form == RedsyncForm::published;
  return merge_all(comm,
                   sign_mean_allgather(comm, chosen, mixed ? std::nullopt : std::optional(sign)),
                   options_);
}

}  // namespace sparlab::algos
