#pragma once

#include "model/base/cost.hpp"

namespace sparlab::model {

/// The messages of a stage on its slowest rank, by what they pass, in a group of hosts.
struct Passage {
  double inside = 0;   ///< messages that stay in a host
  double leaving = 0;  ///< messages that pass the port of a host
  double at_port = 0;  ///< messages that pass these ports meanwhile, `leaving` included

  double seconds(const Stage& stage, const Machine& machine) const;
};

/// The messages that decide the time of a stage.
///
/// A round takes as long as its slowest messages: those inside a host, or those that leave it and
/// share its port. Of a stage without partners, all messages leave, unless all ranks share a host.
/// Where no ranks share a host, all messages leave and have their ports to themselves.
Passage passage_of(const Stage& stage, const Machine& machine);

}  // namespace sparlab::model
