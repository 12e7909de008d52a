#include "machines/testbed/network_tools.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/errors/errors.hpp"
#include "base/system/child_process.hpp"
#include "base/system/program_path.hpp"

namespace sparlab::machines::testbed {
namespace {

std::string content_of(const base::FileDescriptor& file) {
  std::string text;
  std::array<char, 4096> buffer{};
  ::lseek(file.get(), 0, SEEK_SET);
  for (ssize_t count = 0; (count = ::read(file.get(), buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  return text;
}

}  // namespace

void require_tools() {
  if (::geteuid() != 0)
    throw base::EnvironmentError("a testbed needs root, because it makes network namespaces");
  std::vector<std::string> missing;
  for (const char* const program : {"ip", "tc"})
    if (base::find_program(program).empty())
      missing.push_back(fmt::format("{} (Debian: iproute2)", program));
  if (base::find_program("ethtool").empty()) missing.emplace_back("ethtool (Debian: ethtool)");
  if (!missing.empty())
    throw base::EnvironmentError(
        fmt::format("a testbed needs programs that are not in PATH: {}", fmt::join(missing, ", ")));
}

std::string run_tool(const std::vector<std::string>& command, const std::string& needs) {
  base::FileDescriptor output(::memfd_create("output", MFD_CLOEXEC));
  base::FileDescriptor passed_on(::dup(output.get()));
  if (!output.valid() || !passed_on.valid())
    throw base::EnvironmentError(fmt::format("cannot keep an output: {}", std::strerror(errno)));
  base::ChildProcess tool(command, {.output = std::move(passed_on)});
  tool.wait();
  if (!tool.succeeded())
    throw base::EnvironmentError(
        fmt::format("`{}` {}; it needs {}", fmt::join(command, " "), tool.describe_end(), needs));
  return content_of(output);
}

}  // namespace sparlab::machines::testbed
