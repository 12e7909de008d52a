#include "machines/launchers/worker_request.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/json/json_text.hpp"
#include "base/text/parse_number.hpp"

namespace sparlab::machines {
namespace {

using nlohmann::json;

constexpr std::string_view kFirstWord = "sparlab-request ";
/// The names of the tasks.
constexpr std::array<std::string_view, 2> kTasks = {"points", "calibration"};

std::optional<WorkerTask> task_named(std::string_view name) {
  const auto found = std::ranges::find(kTasks, name);
  if (found == kTasks.end()) return std::nullopt;
  return static_cast<WorkerTask>(found - kTasks.begin());
}

/// Reads at most `size` bytes; fewer only at the end of the input.
std::string read_bytes(const base::FileDescriptor& input, std::size_t size) {
  std::string text;
  std::array<char, 65536> buffer{};
  while (text.size() < size) {
    const ssize_t count =
        ::read(input.get(), buffer.data(), std::min(buffer.size(), size - text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw base::EnvironmentError(
          fmt::format("cannot read standard input: {}", std::strerror(errno)));
    if (count == 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

[[noreturn]] void refuse_input(const std::string& found) {
  throw base::EnvironmentError(
      fmt::format("standard input of rank 0 {}; the launcher must pass its own standard input on "
                  "to rank 0",
                  found));
}

/// The number of bytes in the first line.
std::size_t read_size(const base::FileDescriptor& input) {
  constexpr std::size_t kLongestLine = 40;
  std::string line;
  while (line.size() < kLongestLine && !line.ends_with('\n')) {
    const std::string next = read_bytes(input, 1);
    if (next.empty()) refuse_input(line.empty() ? "is empty" : "ends in its first line");
    line += next;
  }
  if (!line.starts_with(kFirstWord) || !line.ends_with('\n'))
    refuse_input("does not begin with a request");
  line.pop_back();
  const auto size =
      base::parse_number<std::size_t>(std::string_view(line).substr(kFirstWord.size()));
  if (!size || *size > base::kOwnJson.bytes) refuse_input("does not begin with a request");
  return *size;
}

}  // namespace

std::string request_to_text(const WorkerRequest& request) {
  const json object = {{"task", kTasks.at(static_cast<std::size_t>(request.task))},
                       {"ranks", request.ranks},
                       {"token", request.token},
                       {"environment", request.environment},
                       {"work", request.work}};
  const std::string text = object.dump(-1, ' ', false, json::error_handler_t::replace);
  return fmt::format("{}{}\n{}", kFirstWord, text.size(), text);
}

std::string read_request(const base::FileDescriptor& input) {
  const std::size_t size = read_size(input);
  std::string text = read_bytes(input, size);
  if (text.size() < size) refuse_input(fmt::format("ends after {} of {} bytes", text.size(), size));
  return text;
}

WorkerRequest request_from_json(std::string_view text) {
  const json object = base::parse_json(text, "standard input", base::kOwnJson);
  const base::JsonFields fields(object);
  WorkerRequest request;
  request.task = fields.choice("task", task_named);
  request.ranks = fields.count("ranks");
  request.token = fields.text("token");
  if (!fields.at("environment").is_object()) base::JsonFields::fail("environment", "an object");
  for (const auto& [name, value] : fields.at("environment").items()) {
    if (!value.is_string()) base::JsonFields::fail("environment", "an object of texts");
    request.environment[name] = value.get<std::string>();
  }
  request.work = fields.at("work");
  return request;
}

void require_environment(const WorkerRequest& request) {
  for (const auto& [name, value] : request.environment) {
    const char* const own = std::getenv(name.c_str());
    if (own != nullptr && value == own) continue;
    throw base::EnvironmentError(fmt::format(
        "the variable {} is {} here instead of \"{}\"; the launcher must pass its environment on "
        "to all ranks",
        name, own == nullptr ? "not set" : fmt::format("\"{}\"", own), value));
  }
}

}  // namespace sparlab::machines
