#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/base/cost.hpp"

namespace sparlab::model {

/// One summand of the time of a stage: `count` units that take `unit_s` seconds each.
struct CostTerm {
  enum class Kind : std::uint8_t {
    latency,   ///< messages, alpha
    transfer,  ///< bytes, beta
    /// what patterns, shared ports and groups of hosts add; negative where messages stay in a host
    ports,
    merge,      ///< entries
    scatter,    ///< entries
    dense_sum,  ///< elements
    copy,       ///< bytes
    select,     ///< entries
    overlap,    ///< work and messages that happen at the same time: not positive
  };

  Kind kind = Kind::latency;
  double count = 0;   ///< 0 for ports and overlap
  double unit_s = 0;  ///< 0 for ports and overlap
  double seconds = 0;
  double bytes = 0;  ///< of latency, transfer and ports: the size of a message
  Pattern pattern = Pattern::exchange;
};

/// "latency", "transfer", and so on.
std::string_view name_of(CostTerm::Kind kind);

/// The summands of Stage::seconds, in the order of Kind, without those that are zero. Their sum is
/// that time, since ports and overlap are what Stage::seconds adds to the other terms.
std::vector<CostTerm> terms_of(const Stage& stage, const Machine& machine);

}  // namespace sparlab::model
