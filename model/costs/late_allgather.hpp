#pragma once

#include <vector>

#include "model/base/cost.hpp"

namespace sparlab::model {

/// The time at which the last rank has all parts, in an allgather in place. Rank r has its part of
/// part_bytes[r] bytes at ready_s[r].
///
/// Owners of hot ranges begin late. By then, the ranks of the other half have completed their
/// earlier rounds and have sent their last and largest message. This message occupies the receive
/// port of a late rank, and the smaller messages of that rank's earlier rounds queue behind it. The
/// delay can be as long as the whole message, so the allgather can end later than the sum of its
/// slowest steps.
///
/// Every message occupies a port of its receiver for as long as a port of its sender. Messages
/// occupy a receive port in the order of their arrival.
double late_allgather_s(const Machine& machine, const std::vector<double>& part_bytes,
                        const std::vector<double>& ready_s);

}  // namespace sparlab::model
