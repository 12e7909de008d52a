#pragma once

#include <cstdint>
#include <vector>

namespace sparlab::model {

/// The number of partitions after each shuffle of Spark's treeAggregate; the first entry is
/// `partitions`. With scale = max(ceil(partitions^(1/depth)), 2), a shuffle divides the number n by
/// scale while n > scale + ceil(n/scale): partition i is reduced into partition i modulo n/scale.
/// depth is at least 1.
///
/// Source  Apache Spark 1.6, RDD.treeAggregate.
std::vector<std::uint64_t> shuffle_rounds(std::uint64_t partitions, std::uint64_t depth);

}  // namespace sparlab::model
