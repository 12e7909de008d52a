#pragma once

#include "model/base/cost.hpp"

namespace sparlab::model {

struct StageTimes {
  double communication_s = 0;
  double seconds = 0;  ///< with the local work
};

/// The times of a stage on a machine whose hosts have several ranks.
///
/// A round takes as long as its slowest messages: those inside a host, or those that leave it and
/// share its port. Of a stage without partners, all messages leave.
StageTimes times_on_shared_hosts(const Stage& stage, const Machine& machine);

}  // namespace sparlab::model
