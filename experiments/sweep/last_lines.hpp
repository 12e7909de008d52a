#pragma once

#include <cstdio>
#include <string>

namespace sparlab::experiments {

/// The last lines of what a process printed into `file`, for an error message: joined by " | ", at
/// most some hundred characters; empty if it printed nothing. If there are lines of sparlab's own
/// ("sparlab: ..."), then only these: launchers surround them with banners.
std::string last_lines(std::FILE* file);

}  // namespace sparlab::experiments
