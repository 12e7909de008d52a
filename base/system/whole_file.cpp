#include "base/system/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/errors/errors.hpp"

namespace sparlab::base {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
  throw EnvironmentError(fmt::format("cannot write {}: {}", path.string(), reason));
}

/// NAME.PID-NUMBER.partial in the folder of NAME.
fs::path partial_path(const fs::path& path, pid_t writer, int number) {
  fs::path partial = path;
  partial += fmt::format(".{}-{}.partial", writer, number);
  return partial;
}

/// The process that writes, or wrote, a file named by partial_path; nullopt for other files.
std::optional<pid_t> writer_of(const fs::path& partial) {
  if (partial.extension() != ".partial") return {};
  const std::string writer = partial.stem().extension().string();  // ".PID-NUMBER"
  const std::size_t dash = writer.find('-');
  if (dash == std::string::npos) return {};
  pid_t pid = 0;
  const char* const end = writer.data() + dash;
  const auto [rest, error] = std::from_chars(writer.data() + 1, end, pid);
  if (error != std::errc() || rest != end || pid <= 0) return {};
  return pid;
}

bool is_gone(pid_t process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

/// Creates a new file. Another user with access to the folder may have placed a link there: with
/// O_EXCL, links are not followed.
FileDescriptor create(const fs::path& path, fs::path& partial) {
  for (int number = 0;; ++number) {
    partial = partial_path(path, ::getpid(), number);
    FileDescriptor file(::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.valid() || errno != EEXIST) return file;
  }
}

}  // namespace

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    throw EnvironmentError(fmt::format("cannot create {}: {}", path.string(), error.message()));
}

void write_whole_file(const fs::path& path, std::string_view content) {
  fs::path partial;
  const FileDescriptor file = create(path, partial);
  if (!file.valid()) fail(path, std::strerror(errno));
  std::string reason;
  if (!write_all(file, content) || ::fsync(file.get()) != 0) {
    reason = std::strerror(errno);
  } else if (std::error_code error; fs::rename(partial, path, error), error) {
    reason = error.message();
  }
  if (reason.empty()) return;
  std::error_code ignored;
  fs::remove(partial, ignored);
  fail(path, reason);
}

void remove_stale_partials(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> stale;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::optional<pid_t> writer = writer_of(entry->path());
    if (writer && is_gone(*writer)) stale.push_back(entry->path());
  }
  for (const fs::path& partial : stale) fs::remove(partial, error);
}

}  // namespace sparlab::base
