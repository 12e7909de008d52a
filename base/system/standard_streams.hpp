#pragma once

namespace sparlab::base {

/// Opens /dev/null in the place of each standard stream that is closed. Otherwise a file that is
/// opened later would get the number of the stream, and what is printed. What is written to a
/// standard output that was closed is still refused. To be called before any file is opened.
/// Errors  EnvironmentError: /dev/null cannot be opened.
void open_closed_standard_streams();

}  // namespace sparlab::base
