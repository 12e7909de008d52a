#pragma once

#include <vector>

#include "model/base/cost.hpp"

namespace sparlab::model {

/// When the last rank of an allgather in place has all parts, where rank r has its part of
/// part_bytes[r] at ready_s[r].
///
/// Owners of hot ranges are late. Ranks of the other half are done with their rounds by then, and
/// send what they have: the last and largest message. It occupies the receive port of a late rank
/// before the smaller messages of that rank's earlier rounds come, which queue behind it. This can
/// delay the end by about the whole message, so it is later than the slowest steps add up to.
///
/// Every message occupies a port of its receiver as long as one of its sender, in the order of
/// arrival.
double late_allgather_s(const Machine& machine, const std::vector<double>& part_bytes,
                        const std::vector<double>& ready_s);

}  // namespace sparlab::model
