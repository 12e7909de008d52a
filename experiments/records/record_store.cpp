#include "experiments/records/record_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ostream>
#include <utility>

#include "experiments/errors/errors.hpp"
#include "experiments/records/record_json.hpp"
#include "experiments/records/record_lines.hpp"

namespace sparlab::experiments {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const fs::path& path) {
  throw EnvironmentError(
      fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno)));
}

FileDescriptor open_file(const fs::path& path, int flags) {
  FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!file.valid() && errno == ELOOP)
    throw EnvironmentError(
        fmt::format("{} is a symbolic link, which is not written through", path.string()));
  if (!file.valid()) fail("open", path);
  return file;
}

void write_to_disk(const FileDescriptor& file, std::string_view bytes, const fs::path& path) {
  if (!write_all(file, bytes) || ::fsync(file.get()) != 0) fail("write to", path);
}

/// A new or renamed file's name is on disk only after its folder was synchronized.
void sync_names(const fs::path& directory) {
  const FileDescriptor folder = open_file(directory / ".", O_RDONLY | O_DIRECTORY);
  // Some file systems do not support this and return EINVAL.
  if (::fsync(folder.get()) != 0 && errno != EINVAL) fail("write to", directory);
}

off_t size_of(const FileDescriptor& file, const fs::path& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail("read", path);
  return status.st_size;
}

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

/// Reads a file of records; a missing file has none. Accepts any content.
/// Errors  ConfigError: a record of another version (file, line). EnvironmentError: the file cannot
///         be read.
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

/// "line 3 (not JSON from byte 1 on), line 7 (...) and 12 more".
std::string describe(const std::vector<DamagedLine>& damaged) {
  constexpr std::size_t kMostNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostNamed, damaged.size()); ++i)
    text += fmt::format("{}line {} ({})", i == 0 ? "" : ", ", damaged[i].number, damaged[i].reason);
  if (damaged.size() > kMostNamed) text += fmt::format(" and {} more", damaged.size() - kMostNamed);
  return text;
}

}  // namespace

RecordStore::RecordStore(const fs::path& directory, Existing existing, std::ostream& messages)
    : directory_(directory), file_(directory / "records.jsonl") {
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error) {
    throw EnvironmentError(
        fmt::format("cannot create the folder {}: {}", directory_.string(), error.message()));
  }
  lock();
  if (existing == Existing::fresh) rename_old();
  load(messages);
  sync_names(directory_);
}

void RecordStore::lock() {
  lock_ = open_file(directory_ / ".lock", O_RDWR | O_CREAT);
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail("lock", directory_);
  throw EnvironmentError(fmt::format("another run is writing to {}", directory_.string()));
}

void RecordStore::rename_old() const {
  if (!fs::exists(file_)) return;
  for (int n = 1;; ++n) {
    const fs::path old = directory_ / fmt::format("records.old-{}.jsonl", n);
    if (fs::exists(old)) continue;
    std::error_code error;
    fs::rename(file_, old, error);
    if (error) throw EnvironmentError("cannot rename " + file_.string() + ": " + error.message());
    return;
  }
}

void RecordStore::load(std::ostream& messages) {
  RecordLines lines = read_record_lines(file_);
  if (!lines.damaged.empty()) set_aside(lines, messages);
  output_ = open_file(file_, O_RDWR | O_CREAT | O_APPEND);
  if (lines.lacks_newline && lines.damaged.empty()) write_to_disk(output_, "\n", file_);
  for (Record& record : lines.records) insert(std::move(record));
}

void RecordStore::set_aside(const RecordLines& lines, std::ostream& messages) const {
  const fs::path aside = directory_ / "records.damaged";
  std::string damaged;
  for (const DamagedLine& line : lines.damaged) damaged.append(line.text).append("\n");
  // Copies the lines before it removes them, so that an interruption loses nothing.
  write_to_disk(open_file(aside, O_WRONLY | O_CREAT | O_APPEND), damaged, aside);
  replace_file(lines.good_text);
  messages << fmt::format("sparlab: {}: damaged and moved to {}: {}\n", file_.string(),
                          aside.string(), describe(lines.damaged));
}

/// At any moment the file has either its old or its new content, complete.
void RecordStore::replace_file(std::string_view content) const {
  const fs::path partial = directory_ / "records.jsonl.partial";
  write_to_disk(open_file(partial, O_WRONLY | O_CREAT | O_TRUNC), content, partial);
  if (::rename(partial.c_str(), file_.c_str()) != 0) fail("replace", file_);
}

void RecordStore::insert(Record record) {
  const auto [position, is_new] = positions_.try_emplace(record.id, records_.size());
  if (is_new) {
    records_.push_back(std::move(record));
  } else {
    records_[position->second] = std::move(record);
  }
}

void RecordStore::append(std::string_view line) {
  Record record = record_from_line(line);  // throws if the line cannot be read back
  const off_t size = size_of(output_, file_);
  try {
    write_to_disk(output_, std::string(line) + "\n", file_);
  } catch (const EnvironmentError&) {
    // If this fails as well, the next start sets the incomplete line aside.
    [[maybe_unused]] const int result = ::ftruncate(output_.get(), size);
    throw;
  }
  insert(std::move(record));
}

std::vector<Record> read_records(const fs::path& directory, std::ostream& messages) {
  const fs::path file = directory / "records.jsonl";
  if (!fs::exists(file)) {
    throw ConfigError(directory.string(), "", "no records.jsonl in it",
                      "the output folder of `sparlab run`", "");
  }
  RecordLines lines = read_record_lines(file);
  if (!lines.damaged.empty())
    messages << fmt::format("sparlab: {}: damaged and left out: {}\n", file.string(),
                            describe(lines.damaged));
  return std::move(lines.records);
}

}  // namespace sparlab::experiments
