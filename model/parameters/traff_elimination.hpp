#pragma once

#include <cstdint>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

enum class DenseSchedule : std::uint8_t { recursive_doubling, rabenseifner, ring };

struct TraffEliminationParameters {
  DenseSchedule schedule = DenseSchedule::recursive_doubling;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("schedule", &TraffEliminationParameters::schedule,
          Choices<DenseSchedule>{{"recursive_doubling", DenseSchedule::recursive_doubling},
                                 {"rabenseifner", DenseSchedule::rabenseifner},
                                 {"ring", DenseSchedule::ring}},
          "dense allreduce whose messages omit neutral elements");
  }
};

}  // namespace sparlab::model
