#pragma once

#include "model/parameters/fields.hpp"

/// The parameters of what machine-learning frameworks do.
namespace sparlab::model {

struct GlooSparseParameters {
  bool padded = false;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("padded", &GlooSparseParameters::padded, yes_or_no(),
          "true: blocks as long as the longest one, by Gloo's allgather, as PyTorch 1.2 does; "
          "false: by its allgatherv, as PyTorch does since 1.3");
  }
};

}  // namespace sparlab::model
