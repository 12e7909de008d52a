#include "base/system/standard_streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/errors/errors.hpp"

namespace sparlab::base {

void open_closed_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // A new file gets the lowest free number, which is that of the stream.
    const int mode = stream == STDERR_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", mode) != stream)
      throw EnvironmentError(
          fmt::format("cannot open /dev/null in the place of closed stream {}: {}", stream,
                      std::strerror(errno)));
  }
}

}  // namespace sparlab::base
