#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// The candidate that `name` most likely means: the one at the smallest edit distance (insertions,
/// deletions, replacements, swaps of neighbours; case ignored), or one that begins with it. Empty
/// if none is near, that is within a third of the longer name.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace sparlab::experiments
