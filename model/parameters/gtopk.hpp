#pragma once

#include "model/parameters/selected_k.hpp"

namespace sparlab::model {

/// How the root of a tree broadcasts the result.
enum class Broadcast : std::uint8_t {
  binomial,           ///< the whole result down a binomial tree: fewest messages
  scatter_allgather,  ///< parts down the tree, then an allgather: fewest bytes
};

struct GtopkParameters {
  std::uint64_t k = 0;
  Broadcast broadcast = Broadcast::binomial;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &GtopkParameters::k, any_count(),
          "entries that a rank, every node of the tree and the result select; 0: the most that an "
          "input holds");
    visit("broadcast", &GtopkParameters::broadcast,
          Choices<Broadcast>{{"binomial", Broadcast::binomial},
                             {"scatter_allgather", Broadcast::scatter_allgather}},
          "how the result gets from the root to all ranks");
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }
};

}  // namespace sparlab::model
