#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sparlab::model {

/// The values that the ranks of a real input hold at some of its indices. They decide how many
/// entries pass a threshold that an earlier call set, which supports do not tell.
struct ValueSample {
  struct Entry {
    std::uint32_t number;  ///< of the index among those of the sample
    float value;
  };
  std::vector<std::vector<Entry>> ranks;  ///< of each rank, all its entries at these indices
  std::size_t indices = 0;
  double share = 1;  ///< of the entries of all ranks that are in the sample
};

}  // namespace sparlab::model
