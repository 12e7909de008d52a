#include "experiments/records/record_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ostream>
#include <utility>

#include "experiments/errors/config_error.hpp"
#include "experiments/errors/environment_error.hpp"
#include "experiments/json/json_fields.hpp"
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
  FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC, 0666));
  if (!file.valid()) fail("open", path);
  return file;
}

void write_to_disk(const FileDescriptor& file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write to", path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file.get()) != 0) fail("write to", path);
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
  output_ = open_file(file_, O_RDWR | O_CREAT | O_APPEND);
  load(messages);
  // The name of a new file is on disk only when its folder is.
  ::fsync(open_file(directory_, O_RDONLY | O_DIRECTORY).get());
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
  for (Record& record : lines.records) insert(std::move(record));
  if (lines.damaged_tail) {
    set_aside(*lines.damaged_tail, lines.good_bytes, lines.damage, messages);
  } else if (lines.lacks_newline) {
    write_to_disk(output_, "\n", file_);
  }
}

void RecordStore::set_aside(std::string_view damaged, std::size_t offset, const std::string& reason,
                            std::ostream& messages) {
  const fs::path aside = directory_ / "records.damaged";
  // First copied, then cut off: an interruption in between loses nothing.
  write_to_disk(open_file(aside, O_WRONLY | O_CREAT | O_APPEND), std::string(damaged) + "\n",
                aside);
  if (::ftruncate(output_.get(), static_cast<off_t>(offset)) != 0) fail("shorten", file_);
  messages << fmt::format("sparlab: the last line of {} is damaged ({}); moved to {}\n",
                          file_.string(), reason, aside.string());
}

void RecordStore::insert(Record record) {
  const auto [position, is_new] = positions_.try_emplace(record.id, records_.size());
  if (is_new) {
    records_.push_back(std::move(record));
  } else {
    records_[position->second] = std::move(record);
  }
}

void RecordStore::append(const Record& record) {
  const std::string line = record_to_line(record);
  record_from_line(line);  // what could not be read back must not enter the file
  write_to_disk(output_, line + "\n", file_);
  insert(record);
}

std::vector<Record> read_records(const fs::path& directory) {
  if (!fs::exists(directory / "records.jsonl")) {
    throw ConfigError(directory.string(), "", "no records.jsonl in it",
                      "the output folder of `sparlab run`", "");
  }
  return read_record_lines(directory / "records.jsonl").records;
}

}  // namespace sparlab::experiments
