#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace sparlab::base {

/// The numbers of the processors that this process may use; empty if the system does not say.
std::vector<unsigned> usable_processor_numbers();

/// Seconds that programs computed on these processors since the system started: the fields `user`
/// and `nice` of /proc/stat. nullopt if the text lacks one of the processors.
std::optional<double> user_seconds(std::string_view proc_stat,
                                   const std::vector<unsigned>& processors);

/// The same of this system; NaN if it does not say.
double user_seconds(const std::vector<unsigned>& processors);

}  // namespace sparlab::base
