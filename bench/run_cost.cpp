// What points cost compared with the prediction of run_cost: time (of the processor, so that other
// programs disturb it little) and memory, for a grid of engines, algorithms and P on piz-daint.
// Each point runs in its own process, as in a sweep, after the set-up that the points of a sweep
// share.
//
//   bench_run_cost [ENGINE] [ALGORITHM]   exits with 1 if a time or a memory is off by more than 2

#include "experiments/spec/plan/run_cost.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/points/engine.hpp"

namespace {

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

/// Points with a larger prediction are skipped. A point is ended after four times as much.
constexpr double kLongest_s = 10;
constexpr double kMostBytes = 4e9;
/// Below, the costs of a process count more than those of a point.
constexpr double kShortest_s = 5e-3;

struct Used {
  double seconds = 0;
  double bytes = 0;
};

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// nullopt if the point failed or took too long.
std::optional<Used> run_in_child(const Point& point, const platforms::PlatformFile& platform) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    const rlimit most{static_cast<rlim_t>(4 * kLongest_s), static_cast<rlim_t>(4 * kLongest_s)};
    setrlimit(RLIMIT_CPU, &most);
    try {
      if (shares_setup(point)) set_up(point, platform);
      const double begin_s = processor_seconds();
      execute(point, platform);
      const double used_s = processor_seconds() - begin_s;
      _exit(write(ends[1], &used_s, sizeof used_s) == sizeof used_s ? 0 : 1);
    } catch (const std::exception& error) {
      std::cerr << error.what() << '\n';
      _exit(1);
    }
  }
  close(ends[1]);
  Used used;
  const bool received = read(ends[0], &used.seconds, sizeof used.seconds) == sizeof used.seconds;
  close(ends[0]);
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || status != 0 || !received) return std::nullopt;
  used.bytes = 1024 * static_cast<double>(usage.ru_maxrss);
  return used;
}

struct Kind {
  Engine engine;
  MachineKind machine;
  Payload payload;
};

constexpr std::array kKinds = {Kind{Engine::loggp, MachineKind::hockney, Payload::counted},
                               Kind{Engine::loggp, MachineKind::loggp, Payload::counted},
                               Kind{Engine::loggp, MachineKind::network, Payload::counted},
                               Kind{Engine::loggp, MachineKind::hockney, Payload::data},
                               Kind{Engine::simgrid, MachineKind::none, Payload::counted},
                               Kind{Engine::simgrid, MachineKind::none, Payload::data}};

constexpr std::array kAlgorithms = {"dense_ring",
                                    "dense_rabenseifner",
                                    "ssar_recursive_double",
                                    "ssar_split_allgather",
                                    "sparse_allgather",
                                    "dsar_split_allgather",
                                    "omnireduce",
                                    "oktopk(tau=8, tau_prime=8)",
                                    "gtopk",
                                    "topk_dsa",
                                    "parameter_server",
                                    "kylix"};

constexpr std::array kRanks = {16U, 64U, 256U, 1024U};

class Comparison {
 public:
  void add(const Kind& kind, const char* algorithm, std::uint64_t ranks) {
    Point point;
    point.engine = kind.engine;
    point.machine = kind.machine;
    point.payload = kind.payload;
    point.algorithm = model::Algorithm(algorithm);
    point.ranks = ranks;
    point.universe = std::uint64_t{1} << 20;
    point.nnz = 1'000;
    point.density = static_cast<double>(point.nnz) / static_cast<double>(point.universe);
    point.platform = "piz-daint";
    const RunCost predicted = predict_run_cost(point);
    if (predicted.wall_s > kLongest_s || predicted.memory_bytes > kMostBytes) return;
    const std::string name = fmt::format(
        "{} {}{}", name_of(kind.engine),
        kind.machine == MachineKind::none ? "" : std::string(name_of(kind.machine)) + " ",
        name_of(kind.payload));
    const std::optional<Used> used = run_in_child(point, platform_);
    if (!used) {
      fmt::print("{:<22} {:<28} P={:<5} failed, or ran longer than {:.0f} s; predicted {:.3g} s\n",
                 name, algorithm, ranks, 4 * kLongest_s, predicted.wall_s);
      ++failed_;
      return;
    }
    const bool counts = std::max(used->seconds, predicted.wall_s) > kShortest_s;
    const double times = predicted.wall_s / used->seconds;
    const double bytes = predicted.memory_bytes / used->bytes;
    if (counts) times_[name].push_back(times);
    bytes_[name].push_back(bytes);
    fmt::print(
        "{:<22} {:<28} P={:<5} {:>9.4f} s {:>7.1f} MB  predicted {:>9.4f} s {:>7.1f} MB  "
        "ratios {:.2f}{} {:.2f}\n",
        name, algorithm, ranks, used->seconds, used->bytes / 1e6, predicted.wall_s,
        predicted.memory_bytes / 1e6, times, counts ? "" : " (short)", bytes);
    std::fflush(stdout);
  }

  /// Returns whether all predictions are within a factor of two.
  bool print_summary() {
    bool within = failed_ == 0;
    for (auto* what : {&times_, &bytes_})
      for (auto& [name, ratios] : *what) {
        std::ranges::sort(ratios);
        const auto near =
            std::ranges::count_if(ratios, [](double ratio) { return ratio >= 0.5 && ratio <= 2; });
        fmt::print(
            "{:<6} {:<22} {:>3} points: predicted / used {:.2f} .. {:.2f} .. {:.2f}, {} "
            "within 2\n",
            what == &times_ ? "time" : "memory", name, ratios.size(), ratios.front(),
            ratios[ratios.size() / 2], ratios.back(), near);
        within = within && static_cast<std::size_t>(near) == ratios.size();
      }
    return within;
  }

 private:
  platforms::PlatformFile platform_ =
      platforms::load_platform(base::find_platform_file("piz-daint", "", ""));
  std::map<std::string, std::vector<double>> times_;
  std::map<std::string, std::vector<double>> bytes_;
  std::size_t failed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view engine = argc > 1 ? argv[1] : "";
  const std::string_view algorithm = argc > 2 ? argv[2] : "";
  Comparison comparison;
  for (const Kind& kind : kKinds) {
    if (!engine.empty() && engine != name_of(kind.engine)) continue;
    for (const char* const one : kAlgorithms)
      if (algorithm.empty() || algorithm == one)
        for (const std::uint64_t ranks : kRanks) comparison.add(kind, one, ranks);
  }
  return comparison.print_summary() ? 0 : 1;
}
