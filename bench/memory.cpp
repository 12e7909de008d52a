// The memory that points take compared with the prediction of run_cost: every algorithm on every
// engine, for several P, N, k and payloads. Each point runs in its own process, as in a sweep.
//
//   bench_memory                     all points; exits with 1 if a prediction is off by more than 2
//   bench_memory ENGINE [ALGORITHM]  those of one engine, or of one algorithm on it
//   bench_memory --measure CMD...    runs CMD and adds its peak to the file named by SPARLAB_PEAKS

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/plan/run_cost.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "machines/launchers/worker_request.hpp"

namespace {

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

constexpr double kBytesPerKibibyte = 1024;
/// Points with a larger prediction are skipped.
constexpr double kLongest_s = 15;
constexpr double kMostBytes = 8e9;

/// A vector over 2^34 indices does not fit. If a prediction omits one, the limit ends the point
/// before it exhausts the machine's memory.
constexpr rlim_t kMostAddresses = 16'000'000'000;

void limit_memory() {
  const rlimit most{kMostAddresses, kMostAddresses};
  if (setrlimit(RLIMIT_AS, &most) != 0) _exit(1);
}

/// Peak of a child's resident memory, in bytes; 0 if it failed.
double wait_for_peak(pid_t child) {
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || status != 0) return 0;
  return static_cast<double>(usage.ru_maxrss) * kBytesPerKibibyte;
}

/// Runs a simulated point in a child of this process.
double simulated_peak(const Point& point, const platforms::PlatformFile& platform) {
  const pid_t child = fork();
  if (child == 0) {
    limit_memory();
    try {
      execute(point, platform);
      _exit(0);
    } catch (const std::exception& error) {
      std::cerr << error.what() << '\n';
      _exit(1);
    }
  }
  return wait_for_peak(child);
}

/// All ranks of a measured point together; each rank writes its peak to one file.
double measured_peak(const Point& point, const std::string& self) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / fmt::format("sparlab-memory-{}", getpid());
  fs::create_directories(folder);
  const machines::WorkerRequest request{
      .ranks = point.ranks,
      .token = "memory",
      .work = nlohmann::json::array({planned_point_to_json({point, "", "", "point"})})};
  base::write_whole_file(folder / "request", request_to_text(request));
  const std::string peaks = (folder / "peaks").string();
  setenv("SPARLAB_PEAKS", peaks.c_str(), 1);
  const fs::path worker = fs::path(self).parent_path().parent_path() / "cli" / "sparlab-mpi-worker";
  const std::string command =
      fmt::format("mpirun --allow-run-as-root --oversubscribe -n {} {} --measure {} < {} >&2",
                  point.ranks, self, worker.string(), (folder / "request").string());
  const bool succeeded = std::system(command.c_str()) == 0;
  double sum = 0;
  std::ifstream file(peaks);
  for (double peak = 0; file >> peak;) sum += peak;
  fs::remove_all(folder);
  return succeeded ? sum : 0;
}

/// Runs a command and appends its peak to the file of measured_peak.
int measure(char** command) {
  const pid_t child = fork();
  if (child == 0) {
    limit_memory();
    execvp(command[0], command);
    _exit(127);
  }
  const std::string line = fmt::format("{}\n", wait_for_peak(child));
  const int file = open(std::getenv("SPARLAB_PEAKS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
  return write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size()) ? 0 : 1;
}

struct Size {
  Engine engine;
  Payload payload;
  std::uint64_t ranks;
  std::uint64_t universe;
  std::uint64_t nnz;
};

constexpr std::uint64_t kMi = std::uint64_t{1} << 20;
constexpr std::uint64_t kLargeUniverse = std::uint64_t{1} << 34;
const std::vector<Size> kSizes = {
    {Engine::model, Payload::counted, 1024, 16 * kMi, kMi / 8},
    {Engine::loggp, Payload::counted, 64, kMi, 10'000},
    {Engine::loggp, Payload::counted, 1024, kMi, 1'000},
    {Engine::loggp, Payload::counted, 256, 4 * kMi, 50'000},
    {Engine::loggp, Payload::counted, 4096, kMi, 1'000},
    {Engine::loggp, Payload::data, 8, kMi, 1'000},
    {Engine::loggp, Payload::data, 8, 4 * kMi, 40'000},
    {Engine::loggp, Payload::data, 32, kMi, 100'000},
    {Engine::loggp, Payload::data, 128, kMi / 16, 500},
    {Engine::loggp, Payload::data, 8, kLargeUniverse, 10'000},
    {Engine::simgrid, Payload::counted, 8, kMi, 10'000},
    {Engine::simgrid, Payload::counted, 64, kMi, 10'000},
    {Engine::simgrid, Payload::data, 16, kMi, 50'000},
    {Engine::mpi, Payload::data, 2, kMi, 10'000},
    {Engine::mpi, Payload::data, 4, 4 * kMi, 400'000},
};

class Comparison {
 public:
  explicit Comparison(std::string self) : self_(std::move(self)) {}

  void add(const Size& size, std::string_view algorithm) {
    Point point;
    point.engine = size.engine;
    point.payload = size.payload;
    point.algorithm = model::Algorithm(algorithm);
    point.ranks = size.ranks;
    point.universe = size.universe;
    point.nnz = size.nnz;
    if (size.universe == kLargeUniverse) point.index = algos::IndexType::uint64;
    point.density = static_cast<double>(size.nnz) / static_cast<double>(size.universe);
    point.platform = "ideal";
    point.repetitions.budget_s = 0.1;
    const auto [wall_s, predicted] = predict_run_cost(point);
    if (wall_s > kLongest_s || predicted > kMostBytes) return;
    const double peak =
        size.engine == Engine::mpi ? measured_peak(point, self_) : simulated_peak(point, platform_);
    const std::string engine = fmt::format("{} {}", name_of(size.engine), name_of(size.payload));
    const double ratio = peak > 0 ? predicted / peak : 0;
    ratios_[engine].push_back(ratio);
    fmt::print("{:<16} {:<26} P={:<6} N={:<11} k={:<7} {:>9.1f} MB predicted {:>9.1f} MB  {:.2f}\n",
               engine, algorithm, size.ranks, size.universe, size.nnz, peak / 1e6, predicted / 1e6,
               ratio);
    std::fflush(stdout);
  }

  /// Returns whether all predictions are within a factor of two.
  bool print_summary() {
    bool within = true;
    for (auto& [engine, ratios] : ratios_) {
      std::ranges::sort(ratios);
      fmt::print("{:<16} {} points: predicted / measured {:.2f} .. {:.2f} .. {:.2f}\n", engine,
                 ratios.size(), ratios.front(), ratios[ratios.size() / 2], ratios.back());
      within = within && ratios.front() >= 0.5 && ratios.back() <= 2;
    }
    return within;
  }

 private:
  std::string self_;
  platforms::PlatformFile platform_ =
      platforms::load_platform(base::find_platform_file("ideal", "", ""));
  std::map<std::string, std::vector<double>> ratios_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::string_view(argv[1]) == "--measure") return measure(argv + 2);
  const std::string_view engine = argc > 1 ? argv[1] : "";
  const std::string_view algorithm = argc > 2 ? argv[2] : "";
  Comparison comparison(std::filesystem::canonical("/proc/self/exe").string());
  for (const Size& size : kSizes) {
    if (!engine.empty() && engine != name_of(size.engine)) continue;
    for (const algos::AlgorithmInfo& info : algos::algorithms()) {
      if (!algorithm.empty() && algorithm != info.name) continue;
      if (!info.native_mpi || size.engine == Engine::mpi) comparison.add(size, info.name);
    }
  }
  return comparison.print_summary() ? 0 : 1;
}
