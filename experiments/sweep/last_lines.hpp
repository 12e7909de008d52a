#pragma once

#include <cstdio>
#include <string>

namespace sparlab::experiments {

/// The last lines that a process printed into `file`, for an error message: joined by " | ", a few
/// hundred characters at most; empty if there are none. If some lines come from sparlab ("sparlab:
/// ..."), only these are returned, since launchers print banners around them.
std::string last_lines(std::FILE* file);

}  // namespace sparlab::experiments
