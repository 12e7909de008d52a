#include "training/steps/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/kernels/hash.hpp"
#include "algos/registry/own_form.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/range.hpp"
#include "model/parameters/fields.hpp"

namespace sparlab::training {
namespace {

using algos::Stream;

/// The k largest entries of each bucket of consecutive indices; among equal ones the lower indices.
/// Charges the selection.
Typed top_of_buckets(runtime::Comm& comm, const Typed& stream, std::uint64_t k,
                     std::uint64_t bucket) {
  const auto indices = stream.indices();
  const auto values = stream.values();
  comm.charge({runtime::WorkKind::select, static_cast<double>(values.size())});
  std::vector<std::uint32_t> chosen;
  for (std::size_t first = 0; first < values.size();) {
    const std::size_t begin = chosen.size();
    const std::uint64_t number = indices[first] / bucket;
    for (; first < values.size() && indices[first] / bucket == number; ++first)
      chosen.push_back(static_cast<std::uint32_t>(first));
    if (chosen.size() - begin <= k) continue;
    const auto from = chosen.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto to = from + static_cast<std::ptrdiff_t>(k);
    std::nth_element(from, to, chosen.end(), [&](std::uint32_t a, std::uint32_t b) {
      const float left = std::abs(values[a]);
      const float right = std::abs(values[b]);
      return left != right ? left > right : a < b;
    });
    chosen.erase(to, chosen.end());
    std::sort(from, chosen.end());
  }
  return algos::entries_at(stream, std::span<const std::uint32_t>(chosen));
}

double norm(std::span<const float> values) {
  double squares = 0;
  for (const float value : values)
    squares += static_cast<double>(value) * static_cast<double>(value);
  return std::sqrt(squares);
}

}  // namespace

std::uint64_t nonzeros(const Typed& stream) {
  if (stream.format() == algos::Format::coo) return stream.count();
  const auto values = stream.values();
  return values.size() - static_cast<std::uint64_t>(std::ranges::count(values, 0.0F));
}

std::uint64_t selected_of(const MethodRule& rule, const model::Algorithm& algorithm,
                          std::uint64_t parameters) {
  if (std::uint64_t k = 0; model::read_value(setting_of(algorithm, "k"), k)) return k;
  const std::uint64_t k = rule.selected.of(parameters);
  return rule.bucket == 0 ? k
                          : std::min(parameters, k * model::block_count(parameters, rule.bucket));
}

void Projection::add(const Typed& stream) {
  for_each_entry(stream, [&](std::uint64_t index, float value) {
    const bool negative = (algos::kernels::mix64(index) & 1) != 0;
    signed_sum += static_cast<double>(negative ? -value : value);
    magnitude += static_cast<double>(std::abs(value));
  });
}

Exchange::Exchange(const MethodRule& rule, const model::Algorithm& algorithm,
                   const algos::AllreduceOptions& options, std::uint64_t parameters)
    : options_(options),
      info_(algos::info_of(algorithm)),
      reducer_(algos::make_reducer(algorithm, options)),
      algorithm_selects_(selects(algorithm)),
      algorithm_has_momentum_(!setting_of(algorithm, "momentum").empty() &&
                              setting_of(algorithm, "momentum") != "0"),
      k_(rule.bucket > 0 ? rule.selected.of(parameters) : selected_of(rule, algorithm, parameters)),
      bucket_(rule.bucket),
      velocity_(algorithm_selects_ ? algos::error_feedback::MomentumOptions{.momentum = 0}
                                   : rule.correction) {}

Stream Exchange::select(runtime::Comm& comm, const Stream& accumulated) const {
  if (bucket_ == 0) return algos::at_most_k(comm, accumulated, k_);
  const Stream entries = algos::drop_neutral(comm, accumulated, options_.op);
  return top_of_buckets(comm, entries.as<Typed>(), k_, bucket_);
}

Stream Exchange::select_and_hold(runtime::Comm& comm, Stream term) {
  Stream sent =
      algos::select_and_hold(comm, held_, std::move(term),
                             [&](const Stream& accumulated) { return select(comm, accumulated); });
  velocity_.mask(sent);
  return sent;
}

const Typed* Exchange::held() const {
  const Stream* const residual = algorithm_selects_ ? reducer_->residual() : &held_.stream();
  return residual == nullptr || residual->is_counted() ? nullptr : &residual->as<Typed>();
}

template <class Work>
auto Exchange::timed(runtime::Comm& comm, Work work) {
  const double begin_s = comm.now();
  auto result = work();
  seconds_ += comm.now() - begin_s;
  return result;
}

Typed Exchange::sum(runtime::Comm& comm, Typed contribution, Terms* terms) {
  Stream sent = timed(comm, [&] { return velocity_.advance(std::move(contribution)); });
  tally_.put_in.add(sent.as<Typed>());
  Terms all;
  if (algorithm_selects_ || terms != nullptr) {
    algos::error_feedback::HeldBack copy;
    if (held() != nullptr) copy.add(*held());
    all = {sent, copy.take_with(sent), {}};
  }
  if (!algorithm_selects_ && k_ > 0)
    sent = timed(comm, [&] { return select_and_hold(comm, std::move(sent)); });
  if (!algorithm_selects_) tally_.sent += static_cast<double>(nonzeros(sent.as<Typed>()));
  if (terms != nullptr) all.selected = sent;
  Typed result = timed(comm, [&] {
    Stream own = algos::in_own_form(comm, std::move(sent), info_, options_);
    return reducer_->reduce(comm, std::move(own)).as<Typed>();
  });
  // What an algorithm that selects does not hold afterwards got into the sum.
  if (algorithm_selects_)
    tally_.sent += static_cast<double>(nonzeros(all.accumulated.as<Typed>())) -
                   static_cast<double>(held() == nullptr ? 0 : nonzeros(*held()));
  if (terms != nullptr) {
    if (algorithm_selects_) all.selected = select(comm, all.accumulated);
    *terms = std::move(all);
  }
  tally_.in_sum += static_cast<double>(nonzeros(result));
  // It is the same on all ranks.
  if (comm.rank() == 0) tally_.applied.add(result);
  return result;
}

std::optional<double> Exchange::xi(runtime::Comm& comm, Terms terms, const Typed& sum) const {
  const auto over_ranks = [&](Stream term) {
    return algos::ssar_split_allgather(comm, std::move(term), options_);
  };
  const Stream contribution = over_ranks(std::move(terms.contribution));
  const Stream accumulated = over_ranks(std::move(terms.accumulated));
  if (comm.rank() != 0) return std::nullopt;
  const Typed top = select(comm, accumulated).as<Typed>();
  std::vector<float> difference(static_cast<std::size_t>(sum.range().size()));
  for_each_entry(top, [&](std::uint64_t index, float value) { difference[index] += value; });
  for_each_entry(sum, [&](std::uint64_t index, float value) { difference[index] -= value; });
  const double scale = norm(contribution.as<Typed>().values());
  if (!(scale > 0)) return std::nullopt;
  return norm(difference) / scale;
}

Projection Exchange::left() const {
  Projection left;
  if (held() != nullptr) left.add(*held());
  return left;
}

}  // namespace sparlab::training
