#include "base/system/page_time.hpp"

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace sparlab::base {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kPages = 64;
constexpr int kRepetitions = 8;

/// The processor's time of this thread, which other programs hardly change.
double processor_s() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// 0 if there is no memory.
double measured_page_s() {
  double least_s = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRepetitions; ++i) {
    void* const memory =
        mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 0;
    auto* const bytes = static_cast<volatile std::byte*>(memory);
    const double begin_s = processor_s();
    for (std::size_t page = 0; page < kPages; ++page) bytes[page * kPage] = std::byte{1};
    least_s = std::min(least_s, processor_s() - begin_s);
    munmap(memory, kPages * kPage);
  }
  return least_s / static_cast<double>(kPages);
}

}  // namespace

double page_s() {
  static const double seconds = measured_page_s();
  return seconds;
}

}  // namespace sparlab::base
