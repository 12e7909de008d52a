#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::base {

/// The names of a list as Slurm writes it, such as SLURM_JOB_NODELIST, in their order:
/// "nid[001005-001008,001012],login1". Numbers keep the leading zeros of the first of a range.
/// nullopt: another text, or more than `most` names.
std::optional<std::vector<std::string>> parse_node_list(std::string_view text, std::size_t most);

}  // namespace sparlab::base
