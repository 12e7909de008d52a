#include "algos/systems/oktopk/oktopk.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "algos/interface/allreduce.hpp"
#include "algos/steps/agree.hpp"
#include "algos/steps/allgather.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/systems/oktopk/parts.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"
#include "model/base/slices.hpp"

namespace sparlab::algos {
namespace {

constexpr double kRounding = 0.5;  // entries; for expected counts (real ones are integers)

/// The number of entries that a rank selects of input and residual. Expected counts are rounded up.
std::uint64_t chosen_by_rank(std::uint64_t k, const Stream& input) {
  if (k != 0) return k;
  return static_cast<std::uint64_t>(std::ceil(input.count()));
}

}  // namespace

Oktopk::Oktopk(const model::OktopkParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options), local_(parameters), global_(parameters) {
  require_sum(options, "oktopk");
  options_.dense_switch = DenseSwitch::never;
}

std::uint64_t Oktopk::identical_calls() const {
  if (!counted_ || calls_ == 0) return 0;
  // Until a call does what the last one did not do, or the reverse.
  const auto until = [this](bool did, bool does_always, std::uint64_t interval) {
    if (did || does_always) return did && does_always ? kAllCalls : 0;
    return (interval - calls_ % interval) % interval;
  };
  const bool evaluates = parameters_.tau_prime == 1 || global_.separates_nothing();
  return std::min(until(evaluated_, evaluates, parameters_.tau_prime),
                  until(repartitioned_, parameters_.tau == 1, parameters_.tau));
}

void Oktopk::skip_calls(std::uint64_t calls) {
  SPARLAB_EXPECTS(calls <= identical_calls());
  calls_ += calls;
}

Stream Oktopk::reduce(runtime::Comm& comm, Stream input) {
  const Range whole = input.range();
  counted_ = input.is_counted();
  const bool evaluating = calls_ % parameters_.tau_prime == 0 || global_.separates_nothing();
  const bool repartitioning = calls_ % parameters_.tau == 0;
  ++calls_;
  evaluated_ = evaluating;
  repartitioned_ = repartitioning;

  comm.enter_phase("select");
  const std::uint64_t own_k = chosen_by_rank(parameters_.k, input);
  if (evaluating) k_ = agreed_k(comm, parameters_.k, input);
  const Stream accumulated = held_back_.take_with(std::move(input));
  const Stream chosen = local_.select(comm, accumulated, own_k, evaluating);

  if (repartitioning) {
    const bool equal = parameters_.boundaries == model::RegionRule::equal;
    regions_ = equal ? model::boundaries(whole, static_cast<std::uint64_t>(comm.size()))
                     : oktopk::agree_on_regions(comm, chosen, parameters_.form);
  }
  const Stream sum = oktopk::split_and_reduce(comm, chosen, regions_,
                                              {parameters_.window, parameters_.rotation}, options_);
  Stream selected = selected_of(comm, sum, whole, evaluating);
  held_back_.hold_all_but_common(accumulated, chosen, selected);
  return selected;
}

Stream Oktopk::selected_of(runtime::Comm& comm, const Stream& sum, Range whole, bool evaluating) {
  if (evaluating) {
    const Stream all = gather(comm, sum);
    comm.enter_phase("evaluate");
    global_.evaluate(comm, all, k_);
    if (!parameters_.regather) return global_.keep(comm, all, true);
  }
  comm.enter_phase("keep");
  const Stream kept = global_.keep(comm, sum, evaluating);
  const auto sizes = gather_counts(comm, kept.count());
  const double total = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  if (evaluating) {
    if (std::abs(total - global_.kept_of_all()) > kRounding)
      throw WireError("oktopk: the sizes that owners announce do not add up to the result");
  } else {
    global_.follow(sum.type(), total);
  }
  if (comm.size() == 1 || !balances(sizes)) return gather(comm, kept);
  Stream slice = oktopk::balance(comm, kept, sizes, whole, options_.formats);
  const auto slices = allgather(
      comm, std::move(slice), [whole](std::size_t) { return whole; }, options_);
  return oktopk::join(comm, slices, whole);
}

bool Oktopk::balances(const std::vector<double>& sizes) const {
  switch (parameters_.balance) {
    case model::BalanceRule::always:
      return true;
    case model::BalanceRule::trigger:
      return model::out_of_balance(sizes, parameters_.balance_factor);
    case model::BalanceRule::never:
      break;
  }
  return false;
}

Stream Oktopk::gather(runtime::Comm& comm, const Stream& own) const {
  const auto region_of = [this](std::size_t rank) {
    return Range{regions_[rank], regions_[rank + 1]};
  };
  return concatenate(comm, allgather(comm, own, region_of, options_), options_.op);
}

}  // namespace sparlab::algos
