#include "experiments/sweep/describe_exit.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstring>

namespace sparlab::experiments {

std::string describe_exit(int wait_status) {
  if (WIFSIGNALED(wait_status))
    return fmt::format("killed by signal {} ({})", WTERMSIG(wait_status),
                       ::strsignal(WTERMSIG(wait_status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(wait_status));
}

}  // namespace sparlab::experiments
