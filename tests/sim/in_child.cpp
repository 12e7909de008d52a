#include "tests/sim/in_child.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "runtime/comm.hpp"

namespace sparlab::sim {
namespace {

void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(file, text.data() + done, text.size() - done);
    if (count <= 0) _exit(3);
    done += static_cast<std::size_t>(count);
  }
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> block{};
  for (;;) {
    const ssize_t count = ::read(file, block.data(), block.size());
    if (count <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
}

[[noreturn]] void run_child(int file, const std::function<std::string()>& body) {
  int code = 0;
  std::string text;
  try {
    text = body();
  } catch (const std::exception& error) {
    code = 1;
    text = error.what();
  }
  write_all(file, text);
  _exit(code);  // without the destructors and buffers that belong to the parent
}

}  // namespace

std::string in_child(const std::function<std::string()>& body) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("pipe failed");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    ::close(ends[0]);
    run_child(ends[1], body);
  }
  ::close(ends[1]);
  std::string text = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    throw std::runtime_error(fmt::format("child died of signal {}", WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) != 0) throw std::runtime_error(text);
  return text;
}

std::vector<double> numbers_in_child(const std::function<std::vector<double>()>& body) {
  std::istringstream text(in_child([&] {
    std::string line;
    for (const double number : body()) line += fmt::format("{} ", number);
    return line;
  }));
  std::vector<double> numbers;
  for (double number = 0; text >> number;) numbers.push_back(number);
  return numbers;
}

std::string comm_error_in_child(const std::function<void()>& body) {
  return in_child([&]() -> std::string {
    try {
      body();
    } catch (const runtime::CommError& error) {
      return error.what();
    }
    throw std::runtime_error("no CommError was thrown");
  });
}

}  // namespace sparlab::sim
