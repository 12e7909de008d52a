#include "experiments/records/store/record_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ostream>
#include <utility>

#include "base/errors/errors.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"

namespace sparlab::experiments::records {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const fs::path& path) {
  throw base::EnvironmentError(
      fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno)));
}

base::FileDescriptor open_file(const fs::path& path, int flags) {
  base::FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!file.valid() && errno == ELOOP)
    throw base::EnvironmentError(
        fmt::format("{} is a symbolic link, which is not written through", path.string()));
  if (!file.valid()) fail("open", path);
  return file;
}

void write_to_disk(const base::FileDescriptor& file, std::string_view bytes, const fs::path& path) {
  if (!base::write_all(file, bytes) || ::fsync(file.get()) != 0) fail("write to", path);
}

/// A new or renamed file's name is on disk only after its folder was synchronized.
void sync_names(const fs::path& directory) {
  const base::FileDescriptor folder = open_file(directory / ".", O_RDONLY | O_DIRECTORY);
  // Some file systems do not support this and return EINVAL.
  if (::fsync(folder.get()) != 0 && errno != EINVAL) fail("write to", directory);
}

off_t size_of(const base::FileDescriptor& file, const fs::path& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail("read", path);
  return status.st_size;
}

}  // namespace

RecordStore::RecordStore(const fs::path& directory, Existing existing, std::ostream& messages)
    : directory_(directory), file_(directory / "records.jsonl") {
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error) {
    throw base::EnvironmentError(
        fmt::format("cannot create the folder {}: {}", directory_.string(), error.message()));
  }
  lock();
  if (existing == Existing::fresh) rename_old();
  load(messages);
  sync_names(directory_);
}

void RecordStore::lock() {
  lock_ = open_file(directory_ / ".lock", O_RDWR | O_CREAT);
  // Not flock(2): forked workers would share that lock, and hold it after this process is killed.
  struct flock whole_file {};
  whole_file.l_type = F_WRLCK;
  whole_file.l_whence = SEEK_SET;
  if (::fcntl(lock_.get(), F_SETLK, &whole_file) == 0) return;
  if (errno != EACCES && errno != EAGAIN) fail("lock", directory_);
  throw base::EnvironmentError(fmt::format("another run is writing to {}", directory_.string()));
}

void RecordStore::rename_old() const {
  if (!fs::exists(file_)) return;
  for (int n = 1;; ++n) {
    const fs::path old = directory_ / fmt::format("records.old-{}.jsonl", n);
    if (fs::exists(old)) continue;
    std::error_code error;
    fs::rename(file_, old, error);
    if (error)
      throw base::EnvironmentError("cannot rename " + file_.string() + ": " + error.message());
    return;
  }
}

void RecordStore::load(std::ostream& messages) {
  text_ = read_record_text(file_.string());
  loaded_ = scan_records(text_, file_.string());
  if (!loaded_.damaged.empty()) set_aside(loaded_, messages);
  output_ = open_file(file_, O_RDWR | O_CREAT | O_APPEND);
  if (loaded_.lacks_newline && loaded_.damaged.empty()) write_to_disk(output_, "\n", file_);
  lines_.reserve(loaded_.records.size());
  positions_.reserve(loaded_.records.size());
  for (const RecordLine& line : loaded_.records) keep(line);
}

void RecordStore::set_aside(const RecordFile& lines, std::ostream& messages) const {
  const fs::path aside = directory_ / "records.damaged";
  std::string damaged;
  for (const DamagedLine& line : lines.damaged) damaged.append(line.text).append("\n");
  // Copies the lines before it removes them, so that an interruption loses nothing.
  write_to_disk(open_file(aside, O_WRONLY | O_CREAT | O_APPEND), damaged, aside);
  replace_file(without_damaged(text_, lines.damaged));
  messages << fmt::format("sparlab: {}: damaged and moved to {}: {}\n", file_.string(),
                          aside.string(), describe(lines.damaged));
}

/// At any moment the file has either its old or its new content, complete.
void RecordStore::replace_file(std::string_view content) const {
  const fs::path partial = directory_ / "records.jsonl.partial";
  write_to_disk(open_file(partial, O_WRONLY | O_CREAT | O_TRUNC), content, partial);
  if (::rename(partial.c_str(), file_.c_str()) != 0) fail("replace", file_);
}

void RecordStore::keep(const RecordLine& line) {
  const auto [position, is_new] = positions_.try_emplace(std::string(line.id), lines_.size());
  if (is_new) {
    lines_.push_back(line);
  } else {
    lines_[position->second] = line;
  }
}

std::vector<Record> RecordStore::records() const {
  return records([](const std::string&) { return true; });
}

std::vector<Record> RecordStore::records(
    const std::function<bool(const std::string& id)>& wanted) const {
  std::vector<RecordLine> lines;
  for (const RecordLine& line : lines_)
    if (wanted(std::string(line.id))) lines.push_back(line);
  std::vector<UnreadableRecord> unreadable;
  std::vector<Record> records = read_lines(lines, unreadable);
  if (unreadable.empty()) return records;
  const UnreadableRecord& first = unreadable.front();
  throw base::ConfigError(file_.string(), fmt::format("record {}", lines[first.position].id),
                          first.reason,
                          "a record as sparlab writes it; without this line, its point runs"
                          " again",
                          "");
}

void RecordStore::append(const Record& record) {
  const SeriesWriter::Lines lines = writer_.write(record);
  if (!lines.series.empty()) append_line(lines.series);
  append_line(lines.record);
}

void RecordStore::append(std::string_view lines) {
  const std::size_t tab = lines.find('\t');
  if (tab != std::string_view::npos) {
    append_line(lines.substr(0, tab));
    lines.remove_prefix(tab + 1);
  }
  append_line(lines);
}

void RecordStore::append_line(std::string_view text) {
  const LineKind line = kind_of_line(text);
  if (line.kind == LineKind::Kind::series && loaded_.series.contains(line.series)) return;
  if (checksum_of(text) != Checksum::right)
    throw base::FormatError("its checksum is wrong or missing");
  const auto wait = [&] {
    if (waiting_.empty()) waiting_since_ = Clock::now();
    waiting_.append(text).append("\n");
  };
  if (line.kind == LineKind::Kind::series) {
    loaded_.series.emplace(line.series, series_from_line(text));
    return wait();
  }
  // Ids of whole records follow their lines, since lines refer to them.
  const bool is_short = line.kind == LineKind::Kind::short_record;
  const std::string whole_id = is_short ? std::string() : record_from_line(text).id;
  const auto series = loaded_.series.find(line.series);
  if (is_short && series == loaded_.series.end())
    throw base::FormatError(fmt::format("its series, {}, is unknown", line.series));
  const std::string& kept = appended_.emplace_back(std::string(text) + whole_id);
  const std::string_view kept_line = std::string_view(kept).substr(0, text.size());
  keep({kept_line,
        is_short ? kind_of_line(kept_line).id : std::string_view(kept).substr(text.size()),
        is_short ? &series->second : nullptr});
  wait();
}

bool RecordStore::must_flush() const {
  constexpr std::chrono::milliseconds kLongest(100);
  return !waiting_.empty() && Clock::now() - waiting_since_ >= kLongest;
}

void RecordStore::flush() {
  if (waiting_.empty()) return;
  const off_t size = size_of(output_, file_);
  try {
    write_to_disk(output_, waiting_, file_);
    waiting_.clear();
  } catch (const base::EnvironmentError&) {
    failed_ = true;
    // If this fails as well, the next start sets the incomplete line aside.
    [[maybe_unused]] const int result = ::ftruncate(output_.get(), size);
    throw;
  }
}

RecordStore::~RecordStore() {
  if (failed_) return;
  try {
    flush();
  } catch (const base::EnvironmentError&) {
    // Nobody was told that these records are stored.
  }
}

void RecordStore::replace(const std::vector<Record>& records) {
  SeriesWriter writer;
  std::string content;
  for (const Record& record : records) {
    const SeriesWriter::Lines lines = writer.write(record);
    if (!lines.series.empty()) content.append(lines.series).append("\n");
    content.append(lines.record).append("\n");
  }
  waiting_.clear();
  replace_file(content);
  sync_names(directory_);
  output_ = open_file(file_, O_RDWR | O_APPEND);
  text_ = std::move(content);
  loaded_ = scan_records(text_, file_.string());
  appended_.clear();
  writer_ = SeriesWriter();
  lines_.clear();
  positions_.clear();
  for (const RecordLine& line : loaded_.records) keep(line);
}

std::vector<Record> read_records(const fs::path& directory, std::ostream& messages) {
  const fs::path path = directory / "records.jsonl";
  if (!fs::exists(path)) {
    throw base::ConfigError(directory.string(), "", "no records.jsonl in it",
                            "the output folder of `sparlab run`", "");
  }
  const std::string text = read_record_text(path.string());
  RecordFile file = scan_records(text, path.string());
  std::vector<UnreadableRecord> unreadable;
  std::vector<Record> records = read_lines(file.records, unreadable);
  for (UnreadableRecord& one : unreadable) {
    const std::string_view line = file.records[one.position].text;
    const auto number = std::count(text.data(), line.data(), '\n') + 1;
    file.damaged.push_back({static_cast<std::size_t>(number), line, std::move(one.reason)});
  }
  std::ranges::sort(file.damaged, {}, &DamagedLine::number);
  if (!file.damaged.empty())
    messages << fmt::format("sparlab: {}: damaged and left out: {}\n", path.string(),
                            describe(file.damaged));
  return records;
}

}  // namespace sparlab::experiments::records
