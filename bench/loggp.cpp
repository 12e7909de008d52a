// Speed and memory of the loggp engine: messages per second, and the growth of resident memory.

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <functional>
#include <span>
#include <thread>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"

namespace {

using namespace sparlab::runtime;

const loggp::Machine kMachine = loggp::Machine::hockney(1e-6, 1e-10, {1e-10, 1e-10, 1e-10, 1e-12});

Message token(double wire_bytes) {
  static constexpr std::array<std::byte, 32> kContent{};
  return Message::token(kContent, wire_bytes);
}

void recursive_doubling(Comm& comm) {
  double bytes = 1000;
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const int peer = comm.rank() ^ distance;
    const Message received = exchange(comm, peer, token(bytes), peer, distance);
    bytes += received.wire_bytes();
    comm.charge({WorkKind::merge, bytes / 8});
  }
}

void each_to_all(Comm& comm) {
  const int ranks = comm.size();
  std::vector<Request> receives;
  std::vector<Request> sends;
  receives.reserve(static_cast<std::size_t>(ranks) - 1);
  sends.reserve(static_cast<std::size_t>(ranks) - 1);
  for (int s = 1; s < ranks; ++s) {
    receives.push_back(comm.irecv((comm.rank() - s + ranks) % ranks));
    sends.push_back(comm.isend((comm.rank() + s) % ranks, token(1000)));
  }
  for (Request& request : receives) comm.wait(request);
  for (Request& request : sends) comm.wait(request);
}

/// Samples the resident memory of this process during its lifetime.
class MemoryWatch {
 public:
  MemoryWatch() : thread_([this] { watch(); }) {}
  ~MemoryWatch() {
    done_ = true;
    thread_.join();
  }
  double peak_growth_bytes() const { return peak_ - start_; }

 private:
  static double resident_bytes() {
    double pages = 0;
    std::ifstream("/proc/self/statm") >> pages >> pages;
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
  }
  void watch() {
    while (!done_) {
      const double now = resident_bytes();
      if (now > peak_) peak_ = now;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  const double start_ = resident_bytes();
  std::atomic<double> peak_ = start_;
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

void run(benchmark::State& state, const std::function<void(Comm&)>& body) {
  const auto ranks = static_cast<int>(state.range(0));
  double messages = 0;
  double peak_bytes = 0;
  for (auto _ : state) {
    const MemoryWatch memory;
    messages += static_cast<double>(loggp::run(kMachine, ranks, body).messages);
    peak_bytes = std::max(peak_bytes, memory.peak_growth_bytes());
  }
  malloc_trim(0);  // so that the next run is charged only its own memory
  state.counters["messages_per_s"] = benchmark::Counter(messages, benchmark::Counter::kIsRate);
  state.counters["memory_MiB"] = peak_bytes / (1024.0 * 1024.0);
}

BENCHMARK_CAPTURE(run, recursive_doubling, recursive_doubling)
    ->Arg(1024)
    ->Arg(4096)
    ->Arg(65536)
    ->Arg(1 << 20)
    ->Unit(benchmark::kMillisecond);

BENCHMARK_CAPTURE(run, each_to_all, each_to_all)
    ->Arg(256)
    ->Arg(1024)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
