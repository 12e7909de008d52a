#pragma once

#include "model/base/cost.hpp"

namespace sparlab::model {

/// A cluster node on a 100 Gbit/s network, for those who give no machine of their own: 1.5 us and
/// 10 GB/s, and the local work of one core of about 3 GHz (platform piz-daint's).
const Machine& typical_machine();

}  // namespace sparlab::model
