#include "experiments/records/store/record_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ostream>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/records/store/compressed_lines.hpp"
#include "experiments/records/store/record_file.hpp"

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
    : directory_(directory), file_(directory / kRecordsFile) {
  base::make_folder(directory_);
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
  if (!has_records_file(directory_)) return;
  const auto old = [&](int n, const char* name) {
    return directory_ / fmt::format("records.old-{}{}", n, name + std::strlen("records"));
  };
  int n = 1;
  while (fs::exists(old(n, kRecordsFile)) || fs::exists(old(n, kPlainRecordsFile))) ++n;
  for (const char* const name : {kRecordsFile, kPlainRecordsFile}) {
    std::error_code error;
    if (fs::exists(directory_ / name)) fs::rename(directory_ / name, old(n, name), error);
    if (error)
      throw base::EnvironmentError("cannot rename " + (directory_ / name).string() + ": " +
                                   error.message());
  }
}

void RecordStore::load(std::ostream& messages) {
  RecordFile read = read_record_file(directory_);
  if (!read.damaged.empty()) {
    const fs::path aside = directory_ / "records.damaged";
    std::string damaged;
    for (const DamagedLine& line : read.damaged) damaged.append(line.text).append("\n");
    // Copies the lines before it removes them, so that an interruption loses nothing.
    write_to_disk(open_file(aside, O_WRONLY | O_CREAT | O_APPEND), damaged, aside);
    messages << fmt::format("sparlab: {}: damaged and moved to {}: {}\n", read.name, aside.string(),
                            describe(read.damaged));
  }
  const fs::path plain = directory_ / kPlainRecordsFile;
  if (!read.damaged.empty() || fs::exists(fs::symlink_status(plain))) {
    std::vector<std::string_view> lines;
    for (const RecordLine& line : read.records) lines.push_back(line.text);
    replace_file(lines);
    if (::unlink(plain.c_str()) != 0 && errno != ENOENT) fail("remove", plain);
  }
  output_ = open_file(file_, O_RDWR | O_CREAT | O_APPEND);
  ids_.reserve(read.records.size());
  for (RecordLine& line : read.records) ids_.insert(std::move(line.id));
}

/// At any moment the file has either its old or its new content, complete.
void RecordStore::replace_file(const std::vector<std::string_view>& lines) const {
  constexpr std::size_t kMostLines =
      1000;  // of a member, since damage spoils all that follow in it
  std::string content, member;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    member.append(lines[i]).append("\n");
    if ((i + 1) % kMostLines != 0 && i + 1 < lines.size()) continue;
    content += compressed(member);
    member.clear();
  }
  const fs::path partial = directory_ / fmt::format("{}.partial", kRecordsFile);
  write_to_disk(open_file(partial, O_WRONLY | O_CREAT | O_TRUNC), content, partial);
  if (::rename(partial.c_str(), file_.c_str()) != 0) fail("replace", file_);
  sync_names(directory_);
}

std::vector<Record> RecordStore::records() const {
  return records([](const std::string&) { return true; });
}

std::vector<Record> RecordStore::records(
    const std::function<bool(const std::string& id)>& wanted) const {
  RecordFile file = read_record_file(directory_);
  std::vector<Record> records = read_records(file, wanted);
  if (file.damaged.empty()) return records;
  const DamagedLine& first = file.damaged.front();
  throw base::ConfigError(file_.string(), fmt::format("line {}", first.number), first.reason,
                          "a record as sparlab writes it; without this line, its point runs"
                          " again",
                          "");
}

void RecordStore::append(std::string_view line) {
  const std::string_view id = first_id(line);
  if (id.empty()) throw base::FormatError("it does not begin with an id");
  ids_.emplace(id);
  if (waiting_.empty()) waiting_since_ = Clock::now();
  waiting_.append(line).append("\n");
}

bool RecordStore::must_flush() const {
  constexpr std::chrono::milliseconds kLongest(100);
  return !waiting_.empty() && Clock::now() - waiting_since_ >= kLongest;
}

void RecordStore::flush() {
  if (waiting_.empty()) return;
  const off_t size = size_of(output_, file_);
  try {
    write_to_disk(output_, compressed(waiting_), file_);
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
  std::vector<std::string> written;
  ids_.clear();
  for (const Record& record : records) {
    written.push_back(writer_.write(record));
    ids_.insert(record.id);
  }
  waiting_.clear();
  replace_file({written.begin(), written.end()});
  output_ = open_file(file_, O_RDWR | O_APPEND);
}

std::vector<Record> read_records(const fs::path& directory, std::ostream& messages) {
  if (!has_records_file(directory))
    throw base::ConfigError(directory.string(), "", fmt::format("no {} in it", kRecordsFile),
                            "the output folder of `sparlab run`", "");
  RecordFile file = read_record_file(directory);
  std::vector<Record> records = read_records(file, [](const std::string&) { return true; });
  if (!file.damaged.empty())
    messages << fmt::format("sparlab: {}: damaged and left out: {}\n", file.name,
                            describe(file.damaged));
  return records;
}

}  // namespace sparlab::experiments::records
