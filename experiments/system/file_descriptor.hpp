#pragma once

#include <unistd.h>

#include <utility>

namespace sparlab::experiments {

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

}  // namespace sparlab::experiments
