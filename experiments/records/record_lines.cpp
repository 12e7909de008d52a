#include "experiments/records/record_lines.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "experiments/errors/config_error.hpp"
#include "experiments/errors/environment_error.hpp"
#include "experiments/records/record_json.hpp"
#include "experiments/system/file_descriptor.hpp"

namespace sparlab::experiments {
namespace {

/// A file whose reading fails must not be taken for a short file.
std::string read_all(const std::filesystem::path& file) {
  const auto fail = [&] {
    throw EnvironmentError(fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
  };
  const FileDescriptor input(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.valid() && errno == ENOENT) return {};
  if (!input.valid()) fail();
  std::string text;
  std::array<char, 65536> buffer{};
  for (ssize_t count = -1; count != 0;) {
    count = ::read(input.get(), buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) fail();
  }
  return text;
}

}  // namespace

RecordLines read_record_lines(const std::filesystem::path& file) {
  const std::string text = read_all(file);
  RecordLines lines;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++number;
    const std::size_t newline = text.find('\n', begin);
    const std::size_t end = std::min(newline, text.size());
    const auto line = std::string_view(text).substr(begin, end - begin);
    try {
      lines.records.push_back(record_from_line(line));
      lines.lacks_newline = newline == std::string::npos;
      if (!lines.damaged.empty()) lines.good_text.append(line).append("\n");
    } catch (const RecordVersionError& error) {
      throw ConfigError(file.string(), fmt::format("line {}", number), error.what(),
                        fmt::format("record version {}; `run --fresh` keeps the old file under "
                                    "another name and starts a new one; the sparlab that wrote it "
                                    "can still plot it",
                                    kRecordVersion),
                        "");
    } catch (const FormatError& error) {
      if (lines.damaged.empty()) lines.good_text = text.substr(0, begin);
      lines.damaged.push_back({number, std::string(line), error.what()});
    }
    begin = end + 1;
  }
  return lines;
}

std::string describe(const std::vector<DamagedLine>& damaged) {
  constexpr std::size_t kMostNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostNamed, damaged.size()); ++i)
    text += fmt::format("{}line {} ({})", i == 0 ? "" : ", ", damaged[i].number, damaged[i].reason);
  if (damaged.size() > kMostNamed) text += fmt::format(" and {} more", damaged.size() - kMostNamed);
  return text;
}

}  // namespace sparlab::experiments
