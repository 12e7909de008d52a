#pragma once

#include <cstdint>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

enum class DriverBroadcast : std::uint8_t { binomial, linear };

struct SparkTreeAggregateParameters {
  std::uint64_t depth = 2;
  DriverBroadcast broadcast = DriverBroadcast::binomial;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = SparkTreeAggregateParameters;
    visit("depth", &P::depth, at_least(1), "levels that the tree is meant to have");
    visit("broadcast", &P::broadcast,
          Choices<DriverBroadcast>{{"binomial", DriverBroadcast::binomial},
                                   {"linear", DriverBroadcast::linear}},
          "from the driver: down a binomial tree, or to each rank in turn");
  }
};

}  // namespace sparlab::model
