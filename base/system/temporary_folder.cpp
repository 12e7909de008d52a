#include "base/system/temporary_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/errors/errors.hpp"

namespace sparlab::base {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "sparlab-";
constexpr const char* kLockName = ".owner";

[[noreturn]] void fail(const fs::path& folder) {
  throw EnvironmentError(
      fmt::format("cannot create the temporary folder {}: {}; TMPDIR chooses another place",
                  folder.string(), std::strerror(errno)));
}

/// The kernel releases the lock when the last process that holds the file open ends.
bool lock(const FileDescriptor& file) { return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0; }

bool is_linked(const FileDescriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 && status.st_nlink > 0;
}

bool is_private_folder(const fs::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid() && (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

void remove_if_stale(const fs::path& folder) {
  if (!is_private_folder(folder)) return;
  const FileDescriptor file(
      ::open((folder / kLockName).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file.valid() || !lock(file)) return;
  std::error_code stays;
  fs::remove_all(folder, stays);
}

}  // namespace

fs::path temporary_place() {
  const char* const chosen = ::getenv("TMPDIR");
  return chosen == nullptr || *chosen == '\0' ? "/tmp" : chosen;
}

TemporaryFolder::TemporaryFolder() {
  // Another run may remove a new folder as stale before it is locked, so this repeats.
  while (!lock_.valid()) {
    std::string name = temporary_place() / (std::string(kPrefix) + "XXXXXX");
    if (::mkdtemp(name.data()) == nullptr) fail(name);
    path_ = name;
    FileDescriptor file(
        ::open((path_ / kLockName).c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file.valid() && errno != ENOENT) {
      const int reason = errno;
      ::rmdir(path_.c_str());
      errno = reason;
      fail(path_);
    }
    if (file.valid() && lock(file) && is_linked(file)) lock_ = std::move(file);
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void TemporaryFolder::remove_stale() {
  std::error_code error;
  std::vector<fs::path> folders;
  for (fs::directory_iterator entry(temporary_place(), error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().filename().string().starts_with(kPrefix)) folders.push_back(entry->path());
  for (const fs::path& folder : folders) remove_if_stale(folder);
}

}  // namespace sparlab::base
