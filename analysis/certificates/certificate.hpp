#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/certificates/certified_bounds.hpp"
#include "analysis/certificates/checked_call.hpp"
#include "model/algorithms/algorithm.hpp"
#include "runtime/exploration/explored_run.hpp"

namespace sparlab::analysis {

/// What is run to certify an algorithm.
struct CertifiedCases {
  std::vector<int> ranks = {1, 2, 3, 4};
  /// N of which all 2^(P N) supports are run; if there is none, the largest for which these are at
  /// most so many.
  std::vector<std::uint64_t> universes = {};
  std::uint64_t most_supports = 4096;
  /// Orders of messages for each support.
  std::uint64_t most_orders = 10000;
};

/// Supports with which an algorithm is wrong.
struct Counterexample {
  Supports supports;
  runtime::exploration::Sends sends{};
  algos::DenseSwitch dense_switch{};
  std::string what;
  std::vector<runtime::exploration::Choice> order;  ///< of messages, as wait_any gave them
};

/// One number of ranks and of indices with all supports.
struct CertifiedRanks {
  int ranks = 0;
  std::uint64_t universe = 0;
  std::uint64_t supports = 0;      ///< that were run
  std::uint64_t orders = 0;        ///< complete runs, with each kind of sends and of dense switch
  std::uint64_t most_orders = 0;   ///< of one support
  std::uint64_t cut_short = 0;     ///< supports some of whose orders were not run
  std::uint64_t results_hash = 0;  ///< of the bits of all results, in the order of supports
  double seconds = 0;
  std::vector<BoundTally> bounds;
  std::string refused;  ///< why the algorithm does not run with this P and N
  std::optional<Counterexample> counterexample;
};

/// What an allreduce promises, which is checked.
struct Promised {
  Promise promise = Promise::sum;
  bool ranks_round_apart = false;  ///< the bits of ranks may differ
  model::Instance bounded = {};    ///< the properties on which its lower bounds depend
};

/// Runs all supports of P ranks over N indices with every order of messages, until the first
/// counterexample; with SparCML's switch to dense and without, since nearly all sums over a few
/// indices are dense with it. What is checked: every rank returns what is promised, with the same
/// bits in every order and, unless they round apart, on all ranks, no rank waits forever, throws,
/// or leaves a message or a request behind, and no call breaks a proved lower bound.
CertifiedRanks certify_ranks(const MakeReducer& make, const Promised& promised,
                             const model::Shape& shape, std::uint64_t most_orders);

/// The largest N for which the supports of P ranks are at most so many, at least 1.
std::uint64_t largest_universe(int ranks, std::uint64_t most_supports);

struct Certificate {
  std::string spec;
  Promise promise = Promise::sum;  ///< which was checked
  std::vector<CertifiedRanks> cases;

  bool holds() const;
  bool is_exhaustive() const;
};

/// certify_ranks for an algorithm of the registry, until the first counterexample.
/// Contract: the algorithm is not native, and needs no switches; P N <= 32.
Certificate certify(const model::Algorithm& algorithm, const CertifiedCases& cases);

}  // namespace sparlab::analysis
