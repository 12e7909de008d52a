/// The overhead of the simgrid engine over SimGrid: recursive doubling through Comm compared with a
/// bare S4U program that does the same puts and gets, on Piz Daint's dragonfly.
///
/// SimGrid allows one simulation per process, so every run is a forked child. The runs of both
/// programs alternate, and the ratio is that of their medians. The time of platform construction,
/// which is equal for both, is measured by empty runs and subtracted.
///
/// usage: bench_simgrid [ranks] [repetitions]
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

#include "model/base/order_statistics.hpp"
#include "sim/engine.hpp"
#include "sim/network.hpp"

namespace {

namespace s4u = simgrid::s4u;
using namespace sparlab;

constexpr double kMessageBytes = 4096;

sim::Platform daint(double overhead_s) {
  sim::Platform platform;
  platform.name = "daint";
  platform.topology = model::Dragonfly{.groups = 15,
                                       .chassis_per_group = 6,
                                       .routers_per_chassis = 16,
                                       .nodes_per_router = 4,
                                       .blue_at = model::Dragonfly::Blue::first_chassis,
                                       .node = {"node", 9.8e9, 150e-9},
                                       .green = {"green", 2 * 9.8e9, 150e-9},
                                       .black = {"black", 5 * 9.8e9, 150e-9},
                                       .blue = {"blue", 32 * 9.8e9, 150e-9}};
  platform.overhead_s = overhead_s;
  return platform;
}

struct Sample {
  double wall_s = 0;
  double makespan_s = 0;
};

void recursive_doubling(runtime::Comm& comm) {
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const int peer = comm.rank() ^ distance;
    runtime::exchange(comm, peer, runtime::Message::token({}, kMessageBytes), peer, distance);
  }
}

double through_comm(const sim::Platform& platform, int ranks, bool communicate) {
  return sim::run(platform, ranks,
                  [&](runtime::Comm& comm) {
                    if (communicate) recursive_doubling(comm);
                  })
      .makespan_s();
}

void bare_actor(int rank, int ranks, double overhead_s) {
  const auto mailbox = [](int from, int to, int stage) {
    return s4u::Mailbox::by_name(fmt::format("{} {} {}", from, to, stage));
  };
  for (int distance = 1; distance < ranks; distance *= 2) {
    const int peer = rank ^ distance;
    std::string* received = nullptr;
    const s4u::CommPtr get = mailbox(peer, rank, distance)->get_async<std::string>(&received);
    if (overhead_s > 0) s4u::this_actor::sleep_for(overhead_s);
    auto payload = std::make_unique<std::string>();
    const s4u::CommPtr put =
        mailbox(rank, peer, distance)->put_async(payload.release(), std::uint64_t{4096});
    get->wait();
    if (overhead_s > 0) s4u::this_actor::sleep_for(overhead_s);
    put->wait();
    delete received;
  }
}

double bare_s4u(const sim::Platform& platform, int ranks, bool communicate) {
  static char name[] = "bare";
  static char* arguments[] = {name, nullptr};
  static int count = 1;
  auto* engine = new s4u::Engine(&count, arguments);  // never freed: the process ends with it
  sim::apply_config(platform.config);
  const auto hosts = sim::build_platform(platform, model::make_topology(platform.topology), ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    s4u::Actor::create(std::to_string(rank), hosts.ranks[static_cast<std::size_t>(rank)], [=] {
      if (communicate) bare_actor(rank, ranks, platform.overhead_s);
    });
  }
  engine->run();
  return s4u::Engine::get_clock();
}

Sample in_child(const std::function<double()>& body) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) std::abort();
  std::fflush(nullptr);  // SimGrid flushes output that the child inherits
  const pid_t child = ::fork();
  if (child == 0) {
    const auto start = std::chrono::steady_clock::now();
    Sample sample;
    sample.makespan_s = body();
    sample.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const bool written = ::write(ends[1], &sample, sizeof sample) == sizeof sample;
    _exit(written ? 0 : 1);
  }
  Sample sample;
  const bool complete = ::read(ends[0], &sample, sizeof sample) == sizeof sample;
  ::close(ends[0]);
  ::close(ends[1]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!complete || status != 0) {
    fmt::print(stderr, "a simulation failed\n");
    std::exit(1);
  }
  return sample;
}

void compare(double overhead_s, int ranks, int repetitions) {
  const sim::Platform platform = daint(overhead_s);
  std::array<std::vector<double>, 4> wall_s;
  std::array<double, 4> makespan_s{};
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const std::array<Sample, 4> samples = {
        in_child([&] { return through_comm(platform, ranks, true); }),
        in_child([&] { return bare_s4u(platform, ranks, true); }),
        in_child([&] { return through_comm(platform, ranks, false); }),
        in_child([&] { return bare_s4u(platform, ranks, false); })};
    for (std::size_t i = 0; i < samples.size(); ++i) {
      wall_s[i].push_back(samples[i].wall_s);
      makespan_s[i] = samples[i].makespan_s;
    }
  }
  std::array<double, 4> middle{};
  for (std::size_t i = 0; i < middle.size(); ++i) middle[i] = model::median(wall_s[i]);
  fmt::print("P={} o={} s: engine {:.4f} s, bare {:.4f} s, ratio {:.3f}; ", ranks, overhead_s,
             middle[0], middle[1], middle[0] / middle[1]);
  fmt::print("without start-up {:.4f} and {:.4f} s, ratio {:.3f}; simulated {:.4g} and {:.4g} s\n",
             middle[0] - middle[2], middle[1] - middle[3],
             (middle[0] - middle[2]) / (middle[1] - middle[3]), makespan_s[0], makespan_s[1]);
}

}  // namespace

int main(int argc, char** argv) {
  const int ranks = argc > 1 ? std::atoi(argv[1]) : 1024;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 11;
  if (ranks < 2 || (ranks & (ranks - 1)) != 0 || ranks > 4096 || repetitions < 1) {
    fmt::print(stderr, "usage: bench_simgrid [ranks, a power of 2 up to 4096] [repetitions]\n");
    return 2;
  }
  compare(0, ranks, repetitions);
  compare(0.4e-6, ranks, repetitions);
  return 0;
}
