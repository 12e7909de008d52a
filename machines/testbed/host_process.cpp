#include "machines/testbed/host_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/errors/errors.hpp"
#include "base/system/whole_file.hpp"
#include "machines/testbed/testbed_state.hpp"

namespace sparlab::machines::testbed {
namespace {

/// Without spaces around it and without a pair of quotes.
std::string unquoted(const std::string& argument) {
  const std::size_t begin = argument.find_first_not_of(' ');
  const std::size_t end = argument.find_last_not_of(' ');
  if (begin == std::string::npos) return {};
  std::string word = argument.substr(begin, end - begin + 1);
  if (word.size() >= 2 && word.front() == '"' && word.back() == '"')
    word = word.substr(1, word.size() - 2);
  return word;
}

}  // namespace

void run_on_host(int host, std::vector<std::string> command) {
  const std::string name = namespace_of_host(host);
  const base::FileDescriptor network(::open(("/run/netns/" + name).c_str(), O_RDONLY | O_CLOEXEC));
  if (!network.valid())
    throw base::EnvironmentError(
        fmt::format("the testbed has no host {}: {}", host, std::strerror(errno)));
  if (::setns(network.get(), CLONE_NEWNET) != 0 || ::unshare(CLONE_NEWUTS) != 0 ||
      ::sethostname(name.data(), name.size()) != 0)
    throw base::EnvironmentError(
        fmt::format("cannot move to host {} of the testbed: {}", host, std::strerror(errno)));
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  ::execvp(arguments.front(), arguments.data());
  throw base::EnvironmentError(fmt::format("cannot run {} on host {} of the testbed: {}",
                                           command.front(), host, std::strerror(errno)));
}

void end_with_parent() { ::prctl(PR_SET_PDEATHSIG, SIGKILL); }

std::vector<std::string> daemon_command(const std::vector<std::string>& arguments) {
  std::vector<std::string> command;
  for (const std::string& argument : arguments) command.push_back(unquoted(argument));
  if (command.empty() || command.front() != "orted")
    throw base::EnvironmentError(
        fmt::format("mpirun asks for {} instead of Open MPI's daemon, orted",
                    command.empty() ? std::string("nothing") : command.front()));
  return command;
}

}  // namespace sparlab::machines::testbed
