#include "experiments/system/worker_results.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "experiments/errors/errors.hpp"

namespace sparlab::experiments {
namespace {

// A line is one of these words; a space and a text follow the last two.
constexpr std::string_view kStarted = "started";
constexpr std::string_view kResult = "result";
constexpr std::string_view kFailure = "failure";

void write_line(const FileDescriptor& pipe, const std::string& line) {
  if (!pipe.valid() || !write_all(pipe, line + '\n'))
    throw EnvironmentError(fmt::format("cannot pass on a result: {}", std::strerror(errno)));
}

}  // namespace

ResultWriter::ResultWriter(FileDescriptor pipe) : pipe_(std::move(pipe)) {
  write_line(pipe_, std::string(kStarted));
}

ResultWriter::ResultWriter(const std::string& path)
    : ResultWriter(
          FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666))) {}

void ResultWriter::send(const JobResult& result) {
  std::string line = fmt::format("{} {}", result.succeeded ? kResult : kFailure, result.text);
  std::ranges::replace(line, '\n', ' ');
  write_line(pipe_, line);
}

ResultReader::ResultReader(FileDescriptor pipe) : pipe_(std::move(pipe)) {
  ::fcntl(pipe_.get(), F_SETFL, O_NONBLOCK);
}

void ResultReader::receive() {
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t count = ::read(pipe_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    for (std::size_t end = 0; (end = bytes.find('\n')) != std::string_view::npos;) {
      const std::string line = std::exchange(unfinished_, {}).append(bytes.substr(0, end));
      bytes.remove_prefix(end + 1);
      const std::size_t word = line.find(' ');
      if (line == kStarted) started_ = true;
      if (word != std::string::npos)
        results_.push_back({line.substr(0, word) == kResult, line.substr(word + 1)});
    }
    unfinished_.append(bytes);
  }
}

std::optional<JobResult> ResultReader::take() {
  if (results_.empty()) return std::nullopt;
  JobResult result = std::move(results_.front());
  results_.pop_front();
  return result;
}

}  // namespace sparlab::experiments
