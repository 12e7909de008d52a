// A library for LD_PRELOAD that makes one system call of sparlab's programs fail.
//
// SPARLAB_FAULTS_STATE names a file of sizeof(State) zeros, in which all processes count their
// calls. SPARLAB_FAULTS="ROLE.CALL:N:ERRNO" makes the N-th such call fail. Roles are `main` (the
// program), `worker` (its forked processes) and `rank` (sparlab-mpi-worker); the calls of each role
// come in a fixed order. Only calls made by sparlab's own code and the C++ library count, and only
// those calls of open that open for writing.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

constexpr std::array<const char*, 3> kRoles = {"main", "worker", "rank"};
constexpr std::array<const char*, 10> kCalls = {"write", "fsync",    "rename",  "fork",
                                                "open",  "mkdir",    "mkdtemp", "tmpfile",
                                                "pipe2", "ftruncate"};

/// The script reads it as 32-bit numbers.
struct State {
  std::array<std::array<std::atomic<std::uint32_t>, kCalls.size()>, kRoles.size()> counts;
};

State* state = nullptr;
pid_t first_pid = 0;
bool is_rank = false;
std::string_view wanted;  ///< "main.write"
std::uint32_t wanted_call = 0;
int wanted_errno = 0;

std::string_view file_name(const char* path) {
  const char* const slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

void read_wish() {
  static const std::string wish = [] {
    const char* const text = std::getenv("SPARLAB_FAULTS");
    return std::string(text == nullptr ? "" : text);
  }();
  const std::size_t colon = wish.find(':');
  if (colon == std::string::npos) return;
  wanted = std::string_view(wish).substr(0, colon);
  char* end = nullptr;
  wanted_call = static_cast<std::uint32_t>(std::strtoul(wish.c_str() + colon + 1, &end, 10));
  const std::string_view name = end + 1;
  wanted_errno = name == "ENOSPC"   ? ENOSPC
                 : name == "EIO"    ? EIO
                 : name == "EAGAIN" ? EAGAIN
                                    : EMFILE;
}

__attribute__((constructor)) void begin() {
  std::array<char, 4096> program{};
  if (::readlink("/proc/self/exe", program.data(), program.size() - 1) < 0) return;
  const std::string_view name = file_name(program.data());
  const char* const path = std::getenv("SPARLAB_FAULTS_STATE");
  if (path == nullptr || !name.starts_with("sparlab")) return;
  is_rank = name != "sparlab";
  first_pid = ::getpid();
  read_wish();
  const auto fd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC));
  if (fd < 0) return;
  void* const memory = ::mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory != MAP_FAILED) state = static_cast<State*>(memory);
  ::syscall(SYS_close, fd);
}

/// True if the code at `address` belongs to the program or the C++ library, not to MPI or SimGrid.
bool is_ours(const void* address) {
  Dl_info info{};
  if (::dladdr(address, &info) == 0) return false;
  const std::string_view name = file_name(info.dli_fname);
  return name.starts_with("sparlab") || name.starts_with("libstdc++");
}

/// Counts a call; if it is the one to fail, sets errno and returns true.
bool fails(std::string_view call, const void* caller) {
  if (state == nullptr || !is_ours(caller)) return false;
  const std::size_t role = is_rank ? 2 : ::getpid() == first_pid ? 0 : 1;
  std::size_t kind = 0;
  while (call != kCalls[kind]) ++kind;
  const std::uint32_t count = 1 + state->counts[role][kind].fetch_add(1);
  if (count != wanted_call || wanted != std::string(kRoles[role]) + "." + kCalls[kind])
    return false;
  errno = wanted_errno;
  return true;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool writes(int flags) { return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0; }
bool writes(const char* mode) { return std::strpbrk(mode, "wa+") != nullptr; }

}  // namespace

#define SPARLAB_CALLER __builtin_return_address(0)

extern "C" {

ssize_t write(int fd, const void* data, size_t size) {
  if (fd > STDERR_FILENO && fails("write", SPARLAB_CALLER)) return -1;
  return next<decltype(write)>("write")(fd, data, size);
}
ssize_t writev(int fd, const iovec* parts, int count) {
  if (fd > STDERR_FILENO && fails("write", SPARLAB_CALLER)) return -1;
  return next<decltype(writev)>("writev")(fd, parts, count);
}
int fsync(int fd) {
  if (fails("fsync", SPARLAB_CALLER)) return -1;
  return next<decltype(fsync)>("fsync")(fd);
}
int rename(const char* from, const char* to) noexcept {
  if (fails("rename", SPARLAB_CALLER)) return -1;
  return next<int(const char*, const char*)>("rename")(from, to);
}
pid_t fork() noexcept {
  if (fails("fork", SPARLAB_CALLER)) return -1;
  return next<pid_t()>("fork")();
}
int open(const char* path, int flags, ...) {
  if (writes(flags) && fails("open", SPARLAB_CALLER)) return -1;
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return next<int(const char*, int, ...)>("open")(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  if (writes(flags) && fails("open", SPARLAB_CALLER)) return -1;
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return next<int(const char*, int, ...)>("open64")(path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) {
  if (writes(mode) && fails("open", SPARLAB_CALLER)) return nullptr;
  return next<decltype(fopen)>("fopen")(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  if (writes(mode) && fails("open", SPARLAB_CALLER)) return nullptr;
  return next<FILE*(const char*, const char*)>("fopen64")(path, mode);
}
int mkdir(const char* path, mode_t mode) noexcept {
  if (fails("mkdir", SPARLAB_CALLER)) return -1;
  return next<int(const char*, mode_t)>("mkdir")(path, mode);
}
char* mkdtemp(char* name) noexcept {
  if (fails("mkdtemp", SPARLAB_CALLER)) return nullptr;
  return next<char*(char*)>("mkdtemp")(name);
}
FILE* tmpfile() {
  if (fails("tmpfile", SPARLAB_CALLER)) return nullptr;
  return next<decltype(tmpfile)>("tmpfile")();
}
int pipe2(int* ends, int flags) noexcept {
  if (fails("pipe2", SPARLAB_CALLER)) return -1;
  return next<int(int*, int)>("pipe2")(ends, flags);
}
int ftruncate(int fd, off_t size) noexcept {
  if (fails("ftruncate", SPARLAB_CALLER)) return -1;
  return next<int(int, off_t)>("ftruncate")(fd, size);
}

}  // extern "C"
