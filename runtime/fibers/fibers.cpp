#include "runtime/fibers/fibers.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/comm.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace sparlab::runtime::fibers {
namespace {

constexpr std::size_t kKiB = 1024;
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kSanitizerFactor = 4;  // redzones make frames several times larger
#else
constexpr std::size_t kSanitizerFactor = 1;
#endif

/// Every guard page costs a mapping, and a process may have only about 65,000.
constexpr int kMostGuards = 256;

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::size_t default_stack_bytes(int count) {
  if (count <= 4096) return 256 * kKiB * kSanitizerFactor;
  if (count <= 65536) return 128 * kKiB * kSanitizerFactor;
  return 64 * kKiB * kSanitizerFactor;
}

/// The C++ runtime's record of the exceptions that a thread is handling (Itanium C++ ABI, section
/// 2.2.2). A fiber that blocks inside a handler needs its own record when it continues.
struct ExceptionState {
  void* caught = nullptr;
  unsigned int uncaught = 0;
};

}  // namespace

Fibers::Fibers(int count, std::size_t stack_bytes, Entry entry, void* argument)
    : entry_(entry), argument_(argument), exceptions_(abi::__cxa_get_globals()) {
  const std::size_t page = page_bytes();
  if (stack_bytes == 0) stack_bytes = default_stack_bytes(count);
  stack_bytes_ = (stack_bytes + page - 1) / page * page;
  // The page between stacks is their guard. An odd number of pages between stacks spreads them over
  // the cache sets; at a power of two all stacks would compete for the same few sets.
  stride_bytes_ = stack_bytes_ + page;
  if (stride_bytes_ / page % 2 == 0) stride_bytes_ += page;
  slab_bytes_ = stride_bytes_ * static_cast<std::size_t>(count);
  void* slab = mmap(nullptr, slab_bytes_, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (slab == MAP_FAILED) {
    throw CommError(fmt::format("cannot map {} stacks of {} bytes: {}", count, stack_bytes_,
                                std::strerror(errno)));
  }
  slab_ = static_cast<char*>(slab);
  if (count > kMostGuards) return;
  for (int fiber = 0; fiber < count; ++fiber) {
    // Guards are optional: if the system refuses one, continue without.
    if (mprotect(bottom(fiber) - page, page, PROT_NONE) != 0) break;
  }
}

Fibers::~Fibers() {
#if defined(__SANITIZE_ADDRESS__)
  // Frames that never return stay poisoned, and the addresses will be reused.
  __asan_unpoison_memory_region(slab_, slab_bytes_);
#endif
  munmap(slab_, slab_bytes_);
}

char* Fibers::bottom(int fiber) const {
  return slab_ + stride_bytes_ * (static_cast<std::size_t>(fiber) + 1) - stack_bytes_;
}

Context Fibers::create(int fiber) {
#if defined(__SANITIZE_ADDRESS__)
  // The last frames of a fiber that has left are still poisoned.
  __asan_unpoison_memory_region(bottom(fiber), stack_bytes_);
#endif
  return boost::context::detail::make_fcontext(bottom(fiber) + stack_bytes_, stack_bytes_, &start);
}

void Fibers::start(boost::context::detail::transfer_t transfer) {
  const Jump jump = *static_cast<const Jump*>(transfer.data);
  jump.fibers->arrived(jump, transfer.fctx, nullptr);
  jump.fibers->entry_(jump.fibers->argument_);
  std::abort();  // the entry must end in `leave`
}

void Fibers::switch_to(Context& from, Context to, int target) {
  ExceptionState mine;
  std::memcpy(&mine, exceptions_, sizeof mine);
  const ExceptionState none;
  std::memcpy(exceptions_, &none, sizeof none);
  void* fake_stack = nullptr;
  departing(&fake_stack, target);
  Jump jump{this, &from};
  const auto transfer = boost::context::detail::jump_fcontext(to, &jump);
  arrived(*static_cast<const Jump*>(transfer.data), transfer.fctx, fake_stack);
  std::memcpy(exceptions_, &mine, sizeof mine);
}

void Fibers::leave(Context to, int target) {
  departing(nullptr, target);
  boost::context::detail::jump_fcontext(to, &last_jump_);
  std::abort();  // a fiber that left was resumed
}

#if defined(__SANITIZE_ADDRESS__)
void Fibers::departing(void** fake_stack, int target) {
  if (target == kHome)
    __sanitizer_start_switch_fiber(fake_stack, home_bottom_, home_bytes_);
  else
    __sanitizer_start_switch_fiber(fake_stack, bottom(target), stack_bytes_);
}

void Fibers::arrived(const Jump& jump, Context origin, void* fake_stack) {
  const void* origin_bottom = nullptr;
  std::size_t origin_bytes = 0;
  __sanitizer_finish_switch_fiber(fake_stack, &origin_bottom, &origin_bytes);
  // The very first arrival comes from home.
  if (home_bottom_ == nullptr) {
    home_bottom_ = origin_bottom;
    home_bytes_ = origin_bytes;
  }
  if (jump.from != nullptr) *jump.from = origin;
}
#else
void Fibers::departing(void** /*fake_stack*/, int /*target*/) {}

void Fibers::arrived(const Jump& jump, Context origin, void* /*fake_stack*/) {
  if (jump.from != nullptr) *jump.from = origin;
}
#endif

}  // namespace sparlab::runtime::fibers
