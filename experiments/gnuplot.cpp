#include "experiments/gnuplot.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "experiments/environment_error.hpp"
#include "experiments/last_lines.hpp"
#include "experiments/process_pool.hpp"

namespace sparlab::experiments {
namespace {

/// Statuses of the child before it is gnuplot; gnuplot itself ends with 0 or 1.
constexpr int kNoProgram = 127;
constexpr int kNoFolder = 126;

[[noreturn]] void become_gnuplot(const char* folder, const char* script, int output) {
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (::chdir(folder) != 0) ::_exit(kNoFolder);
  ::execlp("gnuplot", "gnuplot", script, static_cast<char*>(nullptr));
  ::_exit(kNoProgram);
}

}  // namespace

DrawingOutcome draw(const std::filesystem::path& folder, const std::string& script) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(std::tmpfile(), &std::fclose);
  if (!output) throw EnvironmentError("cannot create a temporary file");
  const pid_t pid = ::fork();
  if (pid < 0) throw EnvironmentError("cannot start gnuplot");
  if (pid == 0) become_gnuplot(folder.c_str(), script.c_str(), ::fileno(output.get()));
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (status == 0) return {};
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoProgram) return {Drawing::no_gnuplot, {}};
  const std::string printed = last_lines(output.get());
  return {Drawing::failed, printed.empty() ? "gnuplot " + describe_exit(status) : printed};
}

}  // namespace sparlab::experiments
