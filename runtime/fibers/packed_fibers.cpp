#include "runtime/fibers/packed_fibers.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/comm.hpp"

namespace sparlab::runtime::fibers {
namespace {

constexpr std::size_t kUnit = 64;  // blocks are multiples of it
constexpr std::size_t kSlabBytes = std::size_t{32} << 20;
constexpr std::size_t kSwitcherBytes = std::size_t{64} << 10;
constexpr std::size_t kGuardBytes = std::size_t{64} << 10;  // a multiple of any page

/// As in Fibers: the exceptions that a fiber is handling.
struct HandledExceptions {
  void* caught = nullptr;
  unsigned int uncaught = 0;
};

}  // namespace

void PackedFibers::Unmap::operator()(std::byte* pages) const { munmap(pages, bytes); }

PackedFibers::Pages PackedFibers::map(std::size_t bytes, bool huge) {
  void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    throw CommError(fmt::format("cannot map {} bytes of stacks: {}", bytes, std::strerror(errno)));
  // A hint; the program also works without huge pages, only slower.
  if (huge) madvise(pages, bytes, MADV_HUGEPAGE);
  return Pages(static_cast<std::byte*>(pages), Unmap{bytes});
}

PackedFibers::PackedFibers(std::size_t stack_bytes, Entry entry, void* argument)
    : entry_(entry),
      argument_(argument),
      stack_bytes_((stack_bytes + kGuardBytes - 1) / kGuardBytes * kGuardBytes),
      stack_(map(kGuardBytes + stack_bytes_, false)),
      switcher_stack_(map(kSwitcherBytes, false)),
      switcher_(boost::context::detail::make_fcontext(switcher_stack_.get() + kSwitcherBytes,
                                                      kSwitcherBytes, &serve)),
      exceptions_(abi::__cxa_get_globals()),
      free_((stack_bytes_ + sizeof(Block)) / kUnit + 2),
      slab_used_(kSlabBytes) {
  mprotect(stack_.get(), kGuardBytes, PROT_NONE);  // a guard; without it, the fibers work too
}

PackedFibers::~PackedFibers() = default;

void PackedFibers::switch_to(Context& from, Context to, bool home) {
  HandledExceptions mine;
  std::memcpy(&mine, exceptions_, sizeof mine);
  const HandledExceptions none;
  std::memcpy(exceptions_, &none, sizeof none);
  switch_now(&from, to, home);
  std::memcpy(exceptions_, &mine, sizeof mine);
}

void PackedFibers::leave(Context to, bool home) {
  switch_now(nullptr, to, home);
  std::abort();  // a fiber that left was resumed
}

void PackedFibers::switch_now(Context* from, Context to, bool home) {
  from_ = from;
  to_ = to;
  to_home_ = home;
  switcher_ = boost::context::detail::jump_fcontext(switcher_, this).fctx;
}

void PackedFibers::serve(boost::context::detail::transfer_t transfer) {
  auto& self = *static_cast<PackedFibers*>(transfer.data);
  for (;;) {
    const Context next = self.switched(transfer.fctx);
    transfer = boost::context::detail::jump_fcontext(next, &self);
  }
}

void PackedFibers::start(boost::context::detail::transfer_t transfer) {
  auto& self = *static_cast<PackedFibers*>(transfer.data);
  self.switcher_ = transfer.fctx;
  self.entry_(self.argument_);
  std::abort();  // the entry must end in `leave`
}

/// Keeps the stack that was left at `origin`; returns where to continue.
Context PackedFibers::switched(Context origin) {
  if (at_home_) {
    home_ = origin;
    *from_ = origin;
  } else if (from_ != nullptr) {
    *from_ = keep(origin);
  } else if (running_ != nullptr) {
    give_back(running_);
  }
  at_home_ = to_home_;
  if (to_home_) return home_;
  running_ = static_cast<Block*>(to_);
  if (running_ == nullptr)
    return boost::context::detail::make_fcontext(top(), stack_bytes_, &start);
  std::byte* const stack = top() - running_->used;
  std::memcpy(stack, running_->bytes(), running_->used);
  return stack;
}

PackedFibers::Block* PackedFibers::keep(Context stack) {
  const auto used = static_cast<std::size_t>(top() - static_cast<std::byte*>(stack));
  const std::size_t units = (sizeof(Block) + used + kUnit - 1) / kUnit;
  if (running_ == nullptr || running_->units < units) {
    if (running_ != nullptr) give_back(running_);
    running_ = take_block(units);
  }
  running_->used = static_cast<std::uint32_t>(used);
  last_kept_ = sizeof(Block) + used;
  std::memcpy(running_->bytes(), stack, used);
  return running_;
}

PackedFibers::Block* PackedFibers::take_block(std::size_t units) {
  if (Block* const block = free_[units]) {
    free_[units] = block->next;
    return block;
  }
  const std::size_t bytes = units * kUnit;
  if (slab_used_ + bytes > kSlabBytes) {
    slabs_.push_back(map(std::max(bytes, kSlabBytes), true));
    slab_used_ = 0;
  }
  auto* const block = new (slabs_.back().get() + slab_used_) Block;
  slab_used_ += bytes;
  block->units = static_cast<std::uint32_t>(units);
  return block;
}

void PackedFibers::give_back(Block* block) {
  block->next = free_[block->units];
  free_[block->units] = block;
}

const void* PackedFibers::kept_at(Context suspended, const void* place) const {
  auto* const block = static_cast<Block*>(suspended);
  const auto* const at = static_cast<const std::byte*>(place);
  if (block == nullptr || at < top() - block->used || at >= top()) return place;
  return block->bytes() + (at - (top() - block->used));
}

}  // namespace sparlab::runtime::fibers
