#include "analysis/certificates/certificate.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <utility>

#include "algos/registry/file_algorithms.hpp"
#include "algos/registry/registry.hpp"
#include "analysis/certificates/checked_call.hpp"
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

/// The largest N for which the supports are at most so many.
std::uint64_t universe_of(int ranks, std::uint64_t most_supports) {
  const int bits = static_cast<int>(std::bit_width(most_supports)) - 1;
  return static_cast<std::uint64_t>(std::max(1, bits / ranks));
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
bool run_call(Engines& engines, CheckedCall& call, algos::DenseSwitch dense_switch,
              std::uint64_t most_orders, CertifiedRanks& result) {
  bool is_exhaustive = true;
  for (const Sends sends : {Sends::synchronous, Sends::buffered}) {
    const Orders orders = run_all_orders(
        engines.with(sends), [&](runtime::Comm& comm) { call.run(comm); },
        [&] { return call.complaint(); }, most_orders);
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

}  // namespace

CertifiedRanks certify_ranks(const MakeReducer& make, int ranks, const CertifiedCases& cases) {
  CertifiedRanks result;
  result.ranks = ranks;
  result.universe = universe_of(ranks, cases.most_supports);
  const auto begin = std::chrono::steady_clock::now();
  Engines engines(ranks);
  const Values values = telling_values(ranks, result.universe);
  const std::uint64_t all = std::uint64_t{1}
                            << (static_cast<std::uint64_t>(ranks) * result.universe);
  for (std::uint64_t number = 0; number < all && !result.counterexample; ++number) {
    const Supports supports = supports_of(number, ranks, result.universe);
    bool is_exhaustive = true;
    for (const algos::DenseSwitch dense_switch :
         {algos::DenseSwitch::at_delta, algos::DenseSwitch::never}) {
      CheckedCall call(make, {.dense_switch = dense_switch}, supports, values,
                       cases.ranks_round_apart);
      is_exhaustive =
          run_call(engines, call, dense_switch, cases.most_orders, result) && is_exhaustive;
      if (result.counterexample) break;
      result.results_hash = model::mix64(result.results_hash ^ call.results_hash());
    }
    ++result.supports;
    result.cut_short += is_exhaustive ? 0 : 1;
  }
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

Certificate certify(const model::Algorithm& algorithm, CertifiedCases cases) {
  cases.ranks_round_apart = algos::ranks_round_apart(algorithm);
  Certificate certificate{algorithm.spec(), {}};
  const MakeReducer make = [&](const algos::AllreduceOptions& options) {
    return algos::make_reducer(algorithm, options);
  };
  for (const int ranks : cases.ranks) {
    const std::uint64_t universe = universe_of(ranks, cases.most_supports);
    try {
      algorithm.check({.ranks = static_cast<std::uint64_t>(ranks), .universe = universe});
      certificate.cases.push_back(certify_ranks(make, ranks, cases));
    } catch (const model::ParameterError& error) {
      CertifiedRanks& refused = certificate.cases.emplace_back();
      refused.ranks = ranks;
      refused.universe = universe;
      refused.refused = error.what();
    }
    if (certificate.cases.back().counterexample) break;
  }
  return certificate;
}

}  // namespace sparlab::analysis
