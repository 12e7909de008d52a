#pragma once

#include <cstdint>
#include <vector>

namespace sparlab::model {

/// How many partitions each shuffle of Spark's treeAggregate leaves of `partitions`, the first
/// entry: scale = max(ceil(partitions^(1/depth)), 2), and while more than scale +
/// ceil(partitions/scale) are left, partition i is reduced into partition i modulo 1/scale of
/// them. depth is at least 1.
///
/// Source  Apache Spark 1.6, RDD.treeAggregate.
std::vector<std::uint64_t> shuffle_rounds(std::uint64_t partitions, std::uint64_t depth);

}  // namespace sparlab::model
