#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/base/cost.hpp"

namespace sparlab::model {

/// One summand of the time of a stage: `count` units that take `unit_s` seconds each.
struct CostTerm {
  enum class Kind : std::uint8_t {
    latency,    ///< messages, alpha
    transfer,   ///< bytes, beta
    ports,      ///< what patterns, shared ports and groups of hosts add
    merge,      ///< entries
    scatter,    ///< entries
    dense_sum,  ///< elements
    copy,       ///< bytes
    select,     ///< entries
  };

  Kind kind = Kind::latency;
  double count = 0;   ///< 0 for ports
  double unit_s = 0;  ///< 0 for ports
  double seconds = 0;
  double bytes = 0;  ///< of latency, transfer and ports: the size of a message
  Pattern pattern = Pattern::exchange;
  bool inside = false;  ///< of latency and transfer: the messages stay in a host
  bool faster = false;  ///< of latency and transfer: the pattern makes messages faster
};

/// "latency", "transfer", and so on.
std::string_view name_of(CostTerm::Kind kind);

/// The summands of Stage::seconds: messages that leave a host, those inside, ports, work. None is
/// negative, and their sum is that time. Messages count as what they pass on the slowest rank, work
/// that is done while they travel as far as it lasts longer than they do.
std::vector<CostTerm> terms_of(const Stage& stage, const Machine& machine);

}  // namespace sparlab::model
