#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/parameters/fields.hpp"

/// Parameters of algorithms over nodes of neighbouring ranks.
namespace sparlab::model {

/// The sizes of nodes, from the innermost on: those of `sizes[1]` consist of nodes of `sizes[0]`.
using NodeSizes = std::span<const std::uint64_t>;

inline constexpr std::string_view kNodeMeaning =
    "number of neighbouring ranks that form a node; the last node may be smaller; 4x16: nodes of "
    "16 nodes of 4 ranks";

/// Errors  ParameterError for several levels with one of size 1, which would do nothing.
inline void require_nested_nodes(const std::vector<std::uint64_t>& node) {
  if (node.size() > 1 && std::ranges::count(node, 1U) > 0)
    throw ParameterError("node", write_value(node), "at least 2 for each of several levels");
}

}  // namespace sparlab::model
