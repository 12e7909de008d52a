#include "machines/launchers/worker_results.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <random>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/text/parse_number.hpp"

namespace sparlab::machines {
namespace {

// A line is "@sparlab TOKEN NUMBER KIND LENGTH CHECKSUM TEXT".
constexpr std::string_view kStarted = "started";
constexpr std::string_view kPart = "part";  ///< of the text of the next result
constexpr std::string_view kResult = "result";
constexpr std::string_view kFailure = "failure";
constexpr std::string_view kCrash = "crash";

/// A line must fit PIPE_BUF and the blocks in which launchers pass on output, both 4096 bytes, so
/// that no other output comes between its parts.
constexpr std::size_t kMostText = 2048;

/// Of output that is no result; messages show less.
constexpr std::size_t kMostOther = 4096;

std::string mark_of(const std::string& token) { return fmt::format("@sparlab {} ", token); }

std::uint32_t checksum_of(std::uint64_t number, std::string_view kind, std::string_view text) {
  const std::string content = fmt::format("{} {} {}", number, kind, text);
  const auto* begin = reinterpret_cast<const Bytef*>(content.data());
  return static_cast<std::uint32_t>(::crc32_z(0, begin, content.size()));
}

/// Removes the first word, and the space after it, from a line and returns it.
std::string_view next_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(word.size() + 1, line.size()));
  return word;
}

}  // namespace

std::string result_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

ResultWriter::ResultWriter(base::FileDescriptor pipe, std::string token)
    : pipe_(std::move(pipe)), token_(std::move(token)) {
  send_line(kStarted, {});
}

void ResultWriter::send(const JobResult& result) {
  std::string text = result.text;
  std::ranges::replace(text, '\n', ' ');
  std::string_view left = text;
  for (; left.size() > kMostText; left.remove_prefix(kMostText))
    send_line(kPart, left.substr(0, kMostText));
  send_line(result.succeeded ? kResult : result.crashed ? kCrash : kFailure, left);
}

void ResultWriter::send_line(std::string_view kind, std::string_view text) {
  const std::string line = fmt::format("{}{} {} {} {:08x} {}\n", mark_of(token_), number_, kind,
                                       text.size(), checksum_of(number_, kind, text), text);
  if (!pipe_.valid() || !base::write_all(pipe_, line))
    throw base::EnvironmentError(fmt::format("cannot pass on a result: {}", std::strerror(errno)));
  ++number_;
}

ResultReader::ResultReader(base::FileDescriptor pipe, const std::string& token)
    : pipe_(std::move(pipe)), mark_(mark_of(token)) {
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
      read_line(unfinished_line_.append(bytes.substr(0, end)));
      unfinished_line_.clear();
      bytes.remove_prefix(end + 1);
    }
    // Output without an end of line must not fill the memory; a line of a result is shorter.
    if (unfinished_line_.size() > 4 * kMostOther)
      unfinished_line_.erase(0, unfinished_line_.size() - kMostOther);
    unfinished_line_.append(bytes);
  }
}

void ResultReader::read_line(std::string_view line) {
  if (const std::size_t mark = line.find(mark_); mark != std::string_view::npos)
    return read_result(line.substr(mark + mark_.size()));
  other_.append(line.substr(0, kMostOther)).append("\n");
  if (other_.size() > 2 * kMostOther) other_.erase(0, other_.size() - kMostOther);
}

/// `line` begins after the mark. A launcher may append something to it.
void ResultReader::read_result(std::string_view line) {
  if (!damage_.empty()) return;
  const auto number = base::parse_number<std::uint64_t>(next_word(line));
  const std::string_view kind = next_word(line);
  const auto size = base::parse_number<std::size_t>(next_word(line));
  const auto checksum = base::parse_number<std::uint32_t>(next_word(line), 16);
  if (!number || !size || *size > line.size() ||
      checksum != checksum_of(*number, kind, line.substr(0, *size))) {
    damage_ = fmt::format(
        "line {} of its results was changed on the way; standard output must be passed on line by "
        "line",
        number_ + 1);
  } else if (*number != number_) {
    damage_ = fmt::format("line {} of its results was lost on the way", number_ + 1);
  }
  if (!damage_.empty()) return;
  ++number_;
  unfinished_text_.append(line.substr(0, *size));
  if (kind == kStarted) started_ = true;
  if (kind == kResult || kind == kFailure || kind == kCrash)
    results_.push_back({kind == kResult, std::exchange(unfinished_text_, {}), kind == kCrash});
}

std::string ResultReader::other_output() const {
  constexpr std::size_t kMostShown = 500;
  std::string shown = other_ + unfinished_line_;
  while (shown.ends_with('\n')) shown.pop_back();
  if (shown.size() > kMostShown) shown = "..." + shown.substr(shown.size() - kMostShown);
  for (std::size_t at = 0; (at = shown.find('\n', at)) != std::string::npos; at += 3)
    shown.replace(at, 1, " | ");
  return shown;
}

std::optional<JobResult> ResultReader::take() {
  if (results_.empty()) return std::nullopt;
  JobResult result = std::move(results_.front());
  results_.pop_front();
  return result;
}

}  // namespace sparlab::machines
