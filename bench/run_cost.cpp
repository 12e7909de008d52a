// What points cost compared with the prediction of run_cost. Each point runs in its own process, as
// in a sweep, after the set-up that the points of a sweep share.
//
//   bench_run_cost [ENGINE [ALGORITHM]]         time (of the processor, so that other programs
//   disturb
//                                               it little) and memory on piz-daint, for a grid of
//                                               engines, algorithms and P
//   bench_run_cost memory [ENGINE [ALGORITHM]]  memory of every algorithm on every engine, for
//                                               several P, N, k and payloads
//   bench_run_cost --measure CMD...             runs CMD and adds its peak to the file named by
//                                               SPARLAB_PEAKS
//
// Exits with 1 if a prediction is off by more than 2.

#include "experiments/spec/plan/run_cost.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/page_time.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "machines/launchers/worker_request.hpp"

namespace {

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

/// Points with a larger prediction are skipped.
struct Limits {
  double seconds = 0;  ///< a simulation is ended after four times as much
  double bytes = 0;
};
/// Below, the costs of a process count more than those of a point.
constexpr double kShortest_s = 5e-3;

/// A vector over 2^34 indices does not fit. If a prediction omits one, the limit ends the point
/// before it exhausts the machine's memory.
constexpr rlim_t kMostAddresses = 16'000'000'000;

/// What a point used; 0 if it was not measured.
struct Used {
  double seconds = 0;
  double bytes = 0;
};

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit both{most, most};
  if (setrlimit(resource, &both) != 0) _exit(1);
}

/// Peak of a child's resident memory, in bytes; 0 if it failed.
double wait_for_peak(pid_t child) {
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || status != 0) return 0;
  return 1024 * static_cast<double>(usage.ru_maxrss);
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Runs a simulated point in a child of this process. nullopt if it failed or took too long.
std::optional<Used> run_in_child(const Point& point, const platforms::PlatformFile& platform,
                                 double longest_s) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return std::nullopt;
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    limit(RLIMIT_CPU, static_cast<rlim_t>(4 * longest_s));
    limit(RLIMIT_AS, kMostAddresses);
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
  used.bytes = wait_for_peak(child);
  return received && used.bytes > 0 ? std::optional(used) : std::nullopt;
}

/// Runs a measured point. The memory of all ranks together; each rank writes its peak to one file.
std::optional<Used> run_by_mpirun(const Point& point) {
  namespace fs = std::filesystem;
  const fs::path self = fs::canonical("/proc/self/exe");
  const fs::path folder = fs::temp_directory_path() / fmt::format("sparlab-memory-{}", getpid());
  fs::create_directories(folder);
  const machines::WorkerRequest request{
      .ranks = point.ranks,
      .token = "memory",
      .work = {{"points", {planned_point_to_json({point, "", "", "point"})}}, {"patience_s", 60}}};
  base::write_whole_file(folder / "request", request_to_text(request));
  const std::string peaks = (folder / "peaks").string();
  setenv("SPARLAB_PEAKS", peaks.c_str(), 1);
  const fs::path worker = self.parent_path().parent_path() / "cli" / "sparlab-mpi-worker";
  const std::string command =
      fmt::format("mpirun --allow-run-as-root --oversubscribe -n {} {} --measure {} < {} >&2",
                  point.ranks, self.string(), worker.string(), (folder / "request").string());
  const bool succeeded = std::system(command.c_str()) == 0;
  Used used;
  std::ifstream file(peaks);
  for (double peak = 0; file >> peak;) used.bytes += peak;
  fs::remove_all(folder);
  return succeeded ? std::optional(used) : std::nullopt;
}

/// Runs a command and appends its peak to the file of run_by_mpirun.
int measure(char** command) {
  const pid_t child = fork();
  if (child == 0) {
    limit(RLIMIT_AS, kMostAddresses);
    execvp(command[0], command);
    _exit(127);
  }
  const std::string line = fmt::format("{}\n", wait_for_peak(child));
  const int file = open(std::getenv("SPARLAB_PEAKS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
  return write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size()) ? 0 : 1;
}

struct Case {
  Engine engine;
  MachineKind machine;
  Payload payload;
  std::uint64_t ranks = 0;
  std::uint64_t universe = std::uint64_t{1} << 20;
  std::uint64_t nnz = 1'000;
};

constexpr std::array kCostCases = {Case{Engine::loggp, MachineKind::hockney, Payload::counted},
                                   Case{Engine::loggp, MachineKind::loggp, Payload::counted},
                                   Case{Engine::loggp, MachineKind::network, Payload::counted},
                                   Case{Engine::loggp, MachineKind::hockney, Payload::data},
                                   Case{Engine::simgrid, MachineKind::none, Payload::counted},
                                   Case{Engine::simgrid, MachineKind::none, Payload::data}};
constexpr std::array kCostRanks = {16U, 64U, 256U, 1024U};
constexpr std::array kCostAlgorithms = {"dense_ring",
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

constexpr std::uint64_t kMi = std::uint64_t{1} << 20;
constexpr std::uint64_t kLargeUniverse = std::uint64_t{1} << 34;
constexpr std::array kMemoryCases = {
    Case{Engine::model, MachineKind::hockney, Payload::counted, 1024, 16 * kMi, kMi / 8},
    Case{Engine::loggp, MachineKind::hockney, Payload::counted, 64, kMi, 10'000},
    Case{Engine::loggp, MachineKind::hockney, Payload::counted, 1024, kMi, 1'000},
    Case{Engine::loggp, MachineKind::hockney, Payload::counted, 256, 4 * kMi, 50'000},
    Case{Engine::loggp, MachineKind::hockney, Payload::counted, 4096, kMi, 1'000},
    Case{Engine::loggp, MachineKind::hockney, Payload::data, 8, kMi, 1'000},
    Case{Engine::loggp, MachineKind::hockney, Payload::data, 8, 4 * kMi, 40'000},
    Case{Engine::loggp, MachineKind::hockney, Payload::data, 32, kMi, 100'000},
    Case{Engine::loggp, MachineKind::hockney, Payload::data, 128, kMi / 16, 500},
    Case{Engine::loggp, MachineKind::hockney, Payload::data, 8, kLargeUniverse, 10'000},
    Case{Engine::simgrid, MachineKind::hockney, Payload::counted, 8, kMi, 10'000},
    Case{Engine::simgrid, MachineKind::hockney, Payload::counted, 64, kMi, 10'000},
    Case{Engine::simgrid, MachineKind::hockney, Payload::data, 16, kMi, 50'000},
    Case{Engine::mpi, MachineKind::hockney, Payload::data, 2, kMi, 10'000},
    Case{Engine::mpi, MachineKind::hockney, Payload::data, 4, 4 * kMi, 400'000},
};

class Comparison {
 public:
  Comparison(const char* platform, Limits limits, bool compares_times)
      : platform_(platforms::load_platform(base::find_platform_file(platform, "", ""))),
        limits_(limits),
        compares_times_(compares_times) {}

  void add(const Case& one, std::string_view algorithm) {
    Point point;
    point.engine = one.engine;
    point.machine = one.machine;
    point.payload = one.payload;
    point.algorithm = model::Algorithm(algorithm);
    point.ranks = one.ranks;
    point.universe = one.universe;
    point.nnz = one.nnz;
    if (one.universe == kLargeUniverse) point.index = algos::IndexType::uint64;
    point.density = static_cast<double>(one.nnz) / static_cast<double>(one.universe);
    point.platform = platform_.name;
    point.repetitions.budget_s = 0.1;
    const RunCost predicted = predict_run_cost(point, base::page_s());
    if (predicted.wall_s > limits_.seconds || predicted.memory_bytes > limits_.bytes) return;
    const std::string name =
        fmt::format("{} {}{}", name_of(one.engine),
                    one.engine == Engine::loggp ? std::string(name_of(one.machine)) + " " : "",
                    name_of(one.payload));
    fmt::print("{:<22} {:<28} P={:<5} N={:<11} k={:<7} ", name, algorithm, one.ranks, one.universe,
               one.nnz);
    const std::optional<Used> used = one.engine == Engine::mpi
                                         ? run_by_mpirun(point)
                                         : run_in_child(point, platform_, limits_.seconds);
    if (!used) {
      fmt::print("failed, or ran longer than {:.0f} s; predicted {:.3g} s\n", 4 * limits_.seconds,
                 predicted.wall_s);
      ++failed_;
      return;
    }
    const double bytes = predicted.memory_bytes / used->bytes;
    bytes_[name].push_back(bytes);
    fmt::print("{:>7.1f} MB predicted {:>7.1f} MB ratio {:.2f}", used->bytes / 1e6,
               predicted.memory_bytes / 1e6, bytes);
    if (compares_times_) {
      const bool counts = std::max(used->seconds, predicted.wall_s) > kShortest_s;
      const double times = predicted.wall_s / used->seconds;
      if (counts) times_[name].push_back(times);
      fmt::print("  {:>9.4f} s predicted {:>9.4f} s ratio {:.2f}{}", used->seconds,
                 predicted.wall_s, times, counts ? "" : " (short)");
    }
    fmt::print("\n");
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
  platforms::PlatformFile platform_;
  Limits limits_;
  bool compares_times_;
  std::map<std::string, std::vector<double>> times_;
  std::map<std::string, std::vector<double>> bytes_;
  std::size_t failed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (arguments.size() > 1 && arguments[0] == "--measure") return measure(argv + 2);
  const bool memory = !arguments.empty() && arguments[0] == "memory";
  if (memory) arguments.erase(arguments.begin());
  arguments.resize(2);
  const auto wanted = [&](const Case& one, std::string_view algorithm) {
    return (arguments[0].empty() || arguments[0] == name_of(one.engine)) &&
           (arguments[1].empty() || arguments[1] == algorithm);
  };
  if (memory) {
    Comparison comparison("ideal", {15, 8e9}, false);
    for (const Case& one : kMemoryCases)
      for (const algos::AlgorithmInfo& info : algos::algorithms())
        if (wanted(one, info.name) && (!info.native || one.engine == Engine::mpi))
          comparison.add(one, info.name);
    return comparison.print_summary() ? 0 : 1;
  }
  Comparison comparison("piz-daint", {10, 4e9}, true);
  for (Case one : kCostCases)
    for (const char* const algorithm : kCostAlgorithms)
      for (const std::uint64_t ranks : kCostRanks) {
        one.ranks = ranks;
        if (wanted(one, algorithm)) comparison.add(one, algorithm);
      }
  return comparison.print_summary() ? 0 : 1;
}
