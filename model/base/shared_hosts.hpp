#pragma once

#include "model/base/cost.hpp"

namespace sparlab::model {

/// The time of a stage's messages on a machine whose hosts have several ranks, all in one group.
///
/// A round takes as long as its slowest messages: those inside a host, or those that leave it and
/// share its port. Of a stage without partners, all messages leave, unless all ranks share a host.
double communication_on_shared_hosts_s(const Stage& stage, const Machine& machine);

}  // namespace sparlab::model
