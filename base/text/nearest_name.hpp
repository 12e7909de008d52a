#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparlab::base {

/// The candidate that `name` most likely stands for: the one with the smallest edit distance
/// (insertions, deletions, replacements, swaps of neighbours; ignoring case), or one that begins
/// with `name`. Empty if every distance exceeds a third of the longer name's length.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace sparlab::base
