#include "experiments/records/store/record_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/system/in_threads.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/records/store/compressed_lines.hpp"
#include "experiments/records/store/old_lines.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"

namespace sparlab::experiments::records {
namespace {

/// What one text has; lines are counted from 1.
struct Scanned {
  std::size_t lines = 0;
  std::vector<RecordLine> records;
  std::vector<DamagedLine> damaged;
  std::optional<DamagedLine> other_version;  ///< the first
};

Scanned scan(std::string_view text) {
  Scanned scanned;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t number = ++scanned.lines;
    try {
      scanned.records.push_back({number, line, id_of_line(line)});
    } catch (const RecordVersionError& error) {
      if (!scanned.other_version) scanned.other_version = {number, line, error.what()};
    } catch (const base::FormatError& error) {
      scanned.damaged.push_back({number, line, error.what()});
    }
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return scanned;
}

}  // namespace

bool has_records_file(const std::filesystem::path& directory) {
  return std::filesystem::exists(directory / kRecordsFile) ||
         std::filesystem::exists(directory / kPlainRecordsFile);
}

RecordFile scan_records(std::vector<std::string> texts, const std::string& name) {
  RecordFile file{name, std::move(texts), {}, {}};
  std::vector<Scanned> parts(file.texts.size());
  base::in_threads(parts.size(), [&](std::size_t i) { parts[i] = scan(file.texts[i]); });
  std::size_t before = 0;
  for (Scanned& part : parts) {
    if (const auto& other = part.other_version)
      throw base::ConfigError(
          name, fmt::format("line {}", before + other->number), other->reason,
          fmt::format("record versions {} to {}; `run --fresh` keeps the old file "
                      "under another name and starts a new one; the sparlab that wrote "
                      "it can still plot it",
                      kRecordVersion, kFolderVersion),
          "");
    for (RecordLine& line : part.records) line.number += before;
    for (DamagedLine& line : part.damaged) line.number += before;
    before += part.lines;
    std::ranges::move(part.records, std::back_inserter(file.records));
    std::ranges::move(part.damaged, std::back_inserter(file.damaged));
  }
  return file;
}

RecordFile read_record_file(const std::filesystem::path& directory) {
  const std::filesystem::path plain = directory / kPlainRecordsFile;
  std::vector<std::string> texts;
  if (std::string old = read_record_text(plain.string()); !old.empty())
    texts.push_back(lines_of_old(old));
  const bool has_plain = !texts.empty();
  std::ranges::move(decompressed(read_record_text((directory / kRecordsFile).string())),
                    std::back_inserter(texts));
  return scan_records(std::move(texts), (has_plain ? plain : directory / kRecordsFile).string());
}

std::vector<Record> read_records(RecordFile& file,
                                 const std::function<bool(const std::string& id)>& wanted) {
  std::vector<const RecordLine*> lines;
  std::unordered_map<std::string_view, std::size_t> positions;
  for (const RecordLine& line : file.records) {
    if (!wanted(line.id)) continue;
    const auto [position, is_new] = positions.try_emplace(line.id, lines.size());
    if (is_new) {
      lines.push_back(&line);
    } else {
      lines[position->second] = &line;
    }
  }
  constexpr std::size_t kAtATime = 1000;
  std::vector<Record> records(lines.size());
  std::vector<std::string> reasons(lines.size());
  base::in_threads((lines.size() + kAtATime - 1) / kAtATime, [&](std::size_t part) {
    LineReader reader;
    for (std::size_t i = part * kAtATime; i < std::min(lines.size(), (part + 1) * kAtATime); ++i) {
      try {
        records[i] = reader.read(lines[i]->text);
      } catch (const base::FormatError& error) {
        reasons[i] = error.what();
      }
    }
  });
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (reasons[i].empty()) continue;
    file.damaged.push_back({lines[i]->number, lines[i]->text, reasons[i]});
    records.erase(records.begin() + static_cast<std::ptrdiff_t>(i));
  }
  std::ranges::sort(file.damaged, {}, &DamagedLine::number);
  return records;
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

}  // namespace sparlab::experiments::records
