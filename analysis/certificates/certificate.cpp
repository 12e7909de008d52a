#include "analysis/certificates/certificate.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <utility>

#include "algos/registry/file_algorithms.hpp"
#include "algos/registry/registry.hpp"
#include "analysis/certificates/checked_call.hpp"
#include "model/base/contract.hpp"
#include "model/base/mix64.hpp"
#include "runtime/exploration/all_orders.hpp"

namespace sparlab::analysis {
namespace {

using runtime::exploration::ExploredRanks;
using runtime::exploration::Orders;
using runtime::exploration::Sends;

/// The supports whose bits are those of `number`: rank r has index i if bit r N + i is set.
Supports supports_of(std::uint64_t number, int ranks, std::uint64_t universe) {
  Supports supports(static_cast<std::size_t>(ranks));
  for (std::vector<std::uint64_t>& mine : supports)
    for (std::uint64_t index = 0; index < universe; ++index, number >>= 1U)
      if ((number & 1U) != 0) mine.push_back(index);
  return supports;
}

/// The engines of one number of ranks.
struct Engines {
  explicit Engines(int ranks)
      : synchronous(ranks, Sends::synchronous), buffered(ranks, Sends::buffered) {}

  ExploredRanks& with(Sends sends) { return sends == Sends::synchronous ? synchronous : buffered; }

  ExploredRanks synchronous;
  ExploredRanks buffered;
};

/// Runs the call in every order and adds up. False if orders were left out.
bool run_call(Engines& engines, CheckedCall& call, CertifiedBounds& bounds,
              algos::DenseSwitch dense_switch, std::uint64_t most_orders, CertifiedRanks& result) {
  const auto complaint = [&] {
    std::string text = call.complaint();
    for (const CheckedCall::Call& one : call.calls())
      if (text.empty()) text = bounds.complaint_about(call.supports(), one.values, one.ports);
    return text;
  };
  bool is_exhaustive = true;
  for (const Sends sends : {Sends::synchronous, Sends::buffered}) {
    const Orders orders = run_all_orders(
        engines.with(sends), [&](runtime::Comm& comm) { call.run(comm); }, complaint, most_orders);
    result.orders += orders.runs;
    result.most_orders = std::max(result.most_orders, orders.runs);
    is_exhaustive = is_exhaustive && orders.is_exhaustive;
    if (!orders.fault) continue;
    result.counterexample = Counterexample{call.supports(), sends, dense_switch, orders.fault->what,
                                           orders.fault->order};
    break;
  }
  return is_exhaustive;
}

Promised promised_by(const model::Algorithm& algorithm) {
  const algos::AlgorithmInfo& info = algos::info_of(algorithm);
  Promised promised{.ranks_round_apart = algos::ranks_round_apart(algorithm)};
  promised.bounded.moved = info.moved;
  // No sum of positive values is zero.
  if (info.moved == model::Moved::nonneutral) promised.bounded.moved = model::Moved::nonzeros;
  promised.bounded.exact = info.exactness == algos::Exactness::exact;
  if (!promised.bounded.exact)
    promised.promise =
        algos::mass_of(algorithm) == algos::Mass::conserved ? Promise::mass : Promise::bits;
  return promised;
}

}  // namespace

std::uint64_t largest_universe(int ranks, std::uint64_t most_supports) {
  const int bits = static_cast<int>(std::bit_width(most_supports)) - 1;
  return static_cast<std::uint64_t>(std::max(1, bits / ranks));
}

CertifiedRanks certify_ranks(const MakeReducer& make, const Promised& promised,
                             const model::Shape& shape, std::uint64_t most_orders) {
  SPARLAB_EXPECTS(shape.ranks * shape.universe <= 32);
  CertifiedRanks result;
  result.ranks = static_cast<int>(shape.ranks);
  result.universe = shape.universe;
  const auto begin = std::chrono::steady_clock::now();
  Engines engines(result.ranks);
  const Values values = telling_values(result.ranks, shape.universe);
  model::Instance bounded = promised.bounded;
  bounded.ranks = shape.ranks;
  bounded.universe = shape.universe;
  bounded.format = CertifiedStream::wire_format();
  CertifiedBounds bounds(bounded);
  const std::uint64_t all = std::uint64_t{1} << (shape.ranks * shape.universe);
  for (std::uint64_t number = 0; number < all && !result.counterexample; ++number) {
    const Supports supports = supports_of(number, result.ranks, shape.universe);
    bool is_exhaustive = true;
    for (const algos::DenseSwitch dense_switch :
         {algos::DenseSwitch::at_delta, algos::DenseSwitch::never}) {
      CheckedCall call(make, promised.promise, {.dense_switch = dense_switch}, supports, values,
                       promised.ranks_round_apart);
      is_exhaustive =
          run_call(engines, call, bounds, dense_switch, most_orders, result) && is_exhaustive;
      if (result.counterexample) break;
      result.results_hash = model::mix64(result.results_hash ^ call.results_hash());
    }
    ++result.supports;
    result.cut_short += is_exhaustive ? 0 : 1;
  }
  result.bounds = bounds.tallies();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

bool Certificate::holds() const {
  return std::ranges::none_of(
      cases, [](const CertifiedRanks& one) { return one.counterexample.has_value(); });
}

bool Certificate::is_exhaustive() const {
  return std::ranges::all_of(cases, [](const CertifiedRanks& one) { return one.cut_short == 0; });
}

Certificate certify(const model::Algorithm& algorithm, const CertifiedCases& cases) {
  const Promised promised = promised_by(algorithm);
  Certificate certificate{algorithm.spec(), promised.promise, {}};
  const MakeReducer make = [&](const algos::AllreduceOptions& options) {
    return algos::make_reducer(algorithm, options);
  };
  for (const int ranks : cases.ranks) {
    std::vector<std::uint64_t> universes = cases.universes;
    if (universes.empty()) universes = {largest_universe(ranks, cases.most_supports)};
    for (const std::uint64_t universe : universes) {
      const model::Shape shape{.ranks = static_cast<std::uint64_t>(ranks), .universe = universe};
      try {
        algorithm.check(shape);
        certificate.cases.push_back(certify_ranks(make, promised, shape, cases.most_orders));
      } catch (const model::ParameterError& error) {
        CertifiedRanks& refused = certificate.cases.emplace_back();
        refused.ranks = ranks;
        refused.universe = universe;
        refused.refused = error.what();
      }
      if (certificate.cases.back().counterexample) return certificate;
    }
  }
  return certificate;
}

}  // namespace sparlab::analysis
