#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/certificates/checked_call.hpp"
#include "model/algorithms/algorithm.hpp"
#include "runtime/exploration/explored_run.hpp"

namespace sparlab::analysis {

/// What is run to certify an algorithm.
struct CertifiedCases {
  std::vector<int> ranks = {1, 2, 3, 4};
  /// All supports of P ranks over N indices, with the largest N for which they are at most so many:
  /// 2^(P N).
  std::uint64_t most_supports = 4096;
  /// Orders of messages for each support.
  std::uint64_t most_orders = 10000;
  /// Ranks may round differently. certify sets it.
  bool ranks_round_apart = false;
};

/// Supports with which an algorithm is wrong.
struct Counterexample {
  Supports supports;
  runtime::exploration::Sends sends{};
  algos::DenseSwitch dense_switch{};
  std::string what;
  std::vector<runtime::exploration::Choice> order;  ///< of messages, as wait_any gave them
};

/// One number of ranks with all its supports.
struct CertifiedRanks {
  int ranks = 0;
  std::uint64_t universe = 0;
  std::uint64_t supports = 0;      ///< that were run
  std::uint64_t orders = 0;        ///< complete runs, with each kind of sends and of dense switch
  std::uint64_t most_orders = 0;   ///< of one support
  std::uint64_t cut_short = 0;     ///< supports some of whose orders were not run
  std::uint64_t results_hash = 0;  ///< of the bits of all results, in the order of supports
  double seconds = 0;
  std::string refused;  ///< why the algorithm does not run with this P and N
  std::optional<Counterexample> counterexample;
};

/// Runs all supports of one number of ranks with every order of messages, until the first
/// counterexample; with SparCML's switch to dense and without, since nearly all sums over a few
/// indices are dense with it. What is checked: every rank returns the reduction of all inputs, with
/// the same bits in every order, and no rank waits forever, throws, or leaves a message or a
/// request behind.
CertifiedRanks certify_ranks(const MakeReducer& make, int ranks, const CertifiedCases& cases);

struct Certificate {
  std::string spec;
  std::vector<CertifiedRanks> cases;

  bool holds() const;
  bool is_exhaustive() const;
};

/// certify_ranks for an algorithm of the registry, until the first counterexample.
/// Contract: the algorithm is exact, not native, and needs no switches.
Certificate certify(const model::Algorithm& algorithm, CertifiedCases cases);

}  // namespace sparlab::analysis
