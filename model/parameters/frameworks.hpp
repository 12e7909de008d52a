#pragma once

#include <cstdint>

#include "model/parameters/fields.hpp"

/// The parameters of what machine-learning frameworks do.
namespace sparlab::model {

/// Whose allgathers pass on the indices and the values of sparse tensors.
enum class SeparateGather : std::uint8_t {
  doubling,     ///< ours, of blocks of any sizes
  gloo_ring,    ///< Gloo's allgatherv: a ring
  gloo_padded,  ///< Gloo's allgather: a ring of blocks of one size, each in two halves
};

struct GlooSparseParameters {
  bool padded = false;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("padded", &GlooSparseParameters::padded, yes_or_no(),
          "true: blocks as long as the longest one, by Gloo's allgather, as PyTorch 1.2 does; "
          "false: by its allgatherv, as PyTorch does since 1.3");
  }
  SeparateGather gather() const {
    return padded ? SeparateGather::gloo_padded : SeparateGather::gloo_ring;
  }
};

}  // namespace sparlab::model
