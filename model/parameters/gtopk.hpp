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
          "entries that every rank and every node of the tree selects, and entries of the result; "
          "0: the largest number of entries of an input");
    visit("broadcast", &GtopkParameters::broadcast,
          Choices<Broadcast>{{"binomial", Broadcast::binomial},
                             {"scatter_allgather", Broadcast::scatter_allgather}},
          "how the root distributes the result");
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }
};

}  // namespace sparlab::model
