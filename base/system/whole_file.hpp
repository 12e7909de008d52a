#pragma once

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <utility>

namespace sparlab::base {

/// Owns a file descriptor and closes it in the destructor.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  ~FileDescriptor() { reset(); }
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  void reset() {
    if (valid()) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

/// Writes all bytes. Returns false, with errno, if the system refuses.
inline bool write_all(const FileDescriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Creates a folder and those above it, if they do not exist.
/// Errors  EnvironmentError with the path and the system's reason.
void make_folder(const std::filesystem::path& path);

/// Writes a file under another name and then renames it, so that readers see either the old or the
/// new content. A link with this name is replaced, not followed.
/// Errors  EnvironmentError with the path and the system's reason.
void write_whole_file(const std::filesystem::path& path, std::string_view content);

/// Removes incomplete files of killed writers from a folder. Files that cannot be removed stay.
void remove_stale_partials(const std::filesystem::path& folder);

}  // namespace sparlab::base
