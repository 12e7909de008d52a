#include "experiments/records/store/record_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <future>
#include <optional>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/system/environment.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"

namespace sparlab::experiments::records {
namespace {

using Kind = LineKind::Kind;

struct Line {
  std::string_view text;
  std::size_t number = 0;
  LineKind kind;
};

std::vector<Line> scanned_lines(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    lines.push_back({line, lines.size() + 1, kind_of_line(line)});
    begin = end + 1;
  }
  return lines;
}

void require_checksum(std::string_view line) {
  const Checksum checksum = checksum_of(line);
  if (checksum == Checksum::wrong)
    throw base::FormatError("its checksum is wrong: it was changed after it was written");
  if (checksum == Checksum::absent) throw base::FormatError("it has no checksum");
}

/// Calls `read`, which reads one line. Notes a line that it cannot read.
template <class Read>
void read_or_note(RecordFile& file, const std::string& name, const Line& line, const Read& read) {
  try {
    read();
  } catch (const RecordVersionError& error) {
    throw base::ConfigError(
        name, fmt::format("line {}", line.number), error.what(),
        fmt::format("record versions {} and {}; `run --fresh` keeps the old file "
                    "under another name and starts a new one; the sparlab that wrote "
                    "it can still plot it",
                    kRecordVersion, kSeriesVersion),
        "");
  } catch (const base::FormatError& error) {
    file.damaged.push_back({line.number, line.text, error.what()});
  }
}

Record read_line(const RecordLine& line) {
  return line.series == nullptr ? record_from_line(line.text)
                                : record_of_series(line.text, *line.series);
}

}  // namespace

RecordFile scan_records(std::string_view text, const std::string& name) {
  RecordFile file;
  const std::vector<Line> lines = scanned_lines(text);
  for (const Line& line : lines)
    if (line.kind.kind == Kind::series)
      read_or_note(file, name, line, [&] {
        require_checksum(line.text);
        if (!file.series.contains(line.kind.series))
          file.series.emplace(line.kind.series, series_from_line(line.text));
      });
  for (const Line& line : lines) {
    if (line.kind.kind == Kind::series) continue;
    read_or_note(file, name, line, [&] {
      if (line.kind.kind == Kind::other) {
        file.ids.push_back(record_from_line(line.text).id);
        file.records.push_back({line.text, file.ids.back(), nullptr});
        return;
      }
      require_checksum(line.text);
      const auto series = file.series.find(line.kind.series);
      if (series == file.series.end())
        throw base::FormatError(
            fmt::format("the line of its series, {}, is missing or damaged", line.kind.series));
      file.records.push_back({line.text, line.kind.id, &series->second});
    });
  }
  std::ranges::sort(file.damaged, {}, &DamagedLine::number);
  const bool last_is_good =
      !lines.empty() && (file.damaged.empty() || file.damaged.back().number < lines.size());
  file.lacks_newline = last_is_good && !text.ends_with('\n');
  return file;
}

std::string without_damaged(std::string_view text, const std::vector<DamagedLine>& damaged) {
  std::string good;
  auto next = damaged.begin();
  for (const Line& line : scanned_lines(text)) {
    if (next != damaged.end() && next->number == line.number) {
      ++next;
    } else {
      good.append(line.text).append("\n");
    }
  }
  return good;
}

std::string describe(const std::vector<DamagedLine>& damaged) {
  constexpr std::size_t kMostNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostNamed, damaged.size()); ++i)
    text += fmt::format("{}line {} ({})", i == 0 ? "" : ", ", damaged[i].number, damaged[i].reason);
  if (damaged.size() > kMostNamed) text += fmt::format(" and {} more", damaged.size() - kMostNamed);
  return text;
}

std::string read_record_text(const std::string& file) {
  const auto fail = [&] {
    throw base::EnvironmentError(fmt::format("cannot read {}: {}", file, std::strerror(errno)));
  };
  const base::FileDescriptor input(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
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

std::vector<Record> read_lines(std::span<const RecordLine> lines,
                               std::vector<UnreadableRecord>& unreadable) {
  constexpr std::size_t kLeastEach = 1000;  // of a thread
  std::vector<Record> records(lines.size());
  const std::size_t threads =
      std::clamp<std::size_t>(lines.size() / kLeastEach, 1, base::usable_processors());
  const auto read = [&](std::size_t first, std::size_t end) {
    std::vector<UnreadableRecord> failed;
    for (std::size_t i = first; i < end; ++i) {
      try {
        records[i] = read_line(lines[i]);
      } catch (const base::FormatError& error) {
        failed.push_back({i, error.what()});
      }
    }
    return failed;
  };
  std::vector<std::future<std::vector<UnreadableRecord>>> parts;
  for (std::size_t thread = 0; thread < threads; ++thread)
    parts.push_back(std::async(threads == 1 ? std::launch::deferred : std::launch::async, read,
                               lines.size() * thread / threads,
                               lines.size() * (thread + 1) / threads));
  for (auto& part : parts)
    for (UnreadableRecord& one : part.get()) unreadable.push_back(std::move(one));
  for (auto one = unreadable.rbegin(); one != unreadable.rend(); ++one)
    records.erase(records.begin() + static_cast<std::ptrdiff_t>(one->position));
  return records;
}

}  // namespace sparlab::experiments::records
