#include "model/base/range.hpp"

namespace sparlab::model {

std::vector<std::uint64_t> boundaries(Range range, std::uint64_t parts) {
  std::vector<std::uint64_t> cuts;
  cuts.reserve(static_cast<std::size_t>(parts) + 1);
  for (std::uint64_t part = 0; part <= parts; ++part) cuts.push_back(cut(range, part, parts));
  return cuts;
}

}  // namespace sparlab::model
