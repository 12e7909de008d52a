#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sparlab::model {

/// The values that the ranks of a real input hold at some of its indices. They decide how many
/// entries pass a threshold that an earlier call set, which supports cannot show.
struct ValueSample {
  struct Entry {
    std::uint32_t number;  ///< position of the index in the sample
    float value;
  };
  std::vector<std::vector<Entry>> ranks;  ///< by rank: all its entries at these indices
  std::size_t indices = 0;
  double share = 1;  ///< share of all ranks' entries that is in the sample
};

}  // namespace sparlab::model
