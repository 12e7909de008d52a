#pragma once

#include <cstdint>
#include <vector>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

enum class DriverBroadcast : std::uint8_t { binomial, linear };

struct SparkTreeAggregateParameters {
  std::uint64_t depth = 2;
  DriverBroadcast broadcast = DriverBroadcast::binomial;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = SparkTreeAggregateParameters;
    visit("depth", &P::depth, at_least(1), "intended number of levels of the tree");
    visit("broadcast", &P::broadcast,
          Choices<DriverBroadcast>{{"binomial", DriverBroadcast::binomial},
                                   {"linear", DriverBroadcast::linear}},
          "how the driver distributes the sum; binomial: down a binomial tree; linear: to each "
          "rank in turn");
  }
};

/// The number of partitions after each shuffle of Spark's treeAggregate; the first entry is
/// `partitions`. With scale = max(ceil(partitions^(1/depth)), 2), a shuffle divides the number n by
/// scale while n > scale + ceil(n/scale): partition i is reduced into partition i modulo n/scale.
/// depth is at least 1.
///
/// Source  Apache Spark 1.6, RDD.treeAggregate.
std::vector<std::uint64_t> shuffle_rounds(std::uint64_t partitions, std::uint64_t depth);

}  // namespace sparlab::model
