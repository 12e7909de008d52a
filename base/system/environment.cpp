#include "base/system/environment.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/system/build_info.hpp"
#include "base/system/processor_time.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::base {
namespace {

/// The values of some keys of /proc/cpuinfo, in the order of the processors. It is read once, since
/// that takes longer than running a point of the model.
const std::vector<std::string>& cpuinfo(const std::string& key) {
  static const std::map<std::string, std::vector<std::string>> all = [] {
    std::map<std::string, std::vector<std::string>> values = {
        {"model name", {}}, {"physical id", {}}, {"core id", {}}};
    std::ifstream stream("/proc/cpuinfo");
    for (std::string line; std::getline(stream, line);) {
      const std::size_t colon = line.find(':');
      if (colon == std::string::npos) continue;
      const auto found = values.find(line.substr(0, line.find_first_of("\t:")));
      if (found != values.end())
        found->second.push_back(line.substr(std::min(colon + 2, line.size())));
    }
    return values;
  }();
  return all.at(key);
}

bool starts_with_any(std::string_view name, std::span<const std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view p) { return name.starts_with(p); });
}

/// True for variables by which a user or a job changes how programs run. mpirun adds variables of
/// its own with the same prefixes (addresses, process ids, temporary folders), which are not
/// settings.
bool is_a_setting(std::string_view name) {
  constexpr std::array<std::string_view, 3> kSettings = {"OMPI_MCA_", "UCX_", "OMP_"};
  constexpr std::array<std::string_view, 7> kLaunchers = {
      "OMPI_MCA_orte_", "OMPI_MCA_ess",          "OMPI_MCA_pmix",
      "OMPI_MCA_prte_", "OMPI_MCA_initial_wdir", "OMPI_MCA_shmem_RUNTIME_QUERY_hint",
      "OMPI_MCA_opal_"};
  constexpr std::array<std::string_view, 12> kJobShape = {"SLURM_NNODES",
                                                          "SLURM_JOB_NUM_NODES",
                                                          "SLURM_NTASKS",
                                                          "SLURM_NPROCS",
                                                          "SLURM_TASKS_PER_NODE",
                                                          "SLURM_CPUS_",
                                                          "SLURM_JOB_CPUS_PER_NODE",
                                                          "SLURM_JOB_PARTITION",
                                                          "SLURM_DISTRIBUTION",
                                                          "SLURM_CPU_BIND",
                                                          "SLURM_THREADS_PER_CORE",
                                                          "SLURM_MEM_"};
  if (starts_with_any(name, kJobShape)) return true;
  return starts_with_any(name, kSettings) && !starts_with_any(name, kLaunchers) &&
         !name.ends_with("_uri");
}

void add_variables(std::map<std::string, std::string>& environment) {
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    if (is_a_setting(text.substr(0, equals)))
      environment.emplace("env." + std::string(text.substr(0, equals)), text.substr(equals + 1));
  }
}

}  // namespace

std::map<std::string, std::string> describe_environment() {
  utsname system{};
  ::uname(&system);
  const std::vector<std::string>& models = cpuinfo("model name");
  std::map<std::string, std::string> environment = {
      {"version", std::string(base::build_info::version)},
      {"commit", std::string(base::build_info::commit)},
      {"dirty", std::string(base::build_info::dirty)},
      {"compiler", std::string(base::build_info::compiler)},
      {"flags", std::string(base::build_info::flags)},
      {"libraries", std::string(base::build_info::libraries)},
      {"host", system.nodename},
      {"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
      {"cpu", models.empty() ? "unknown" : models.front()},
      {"processors", std::to_string(usable_processors())},
      {"cores", std::to_string(physical_cores())}};
  add_variables(environment);
  return environment;
}

unsigned usable_processors() {
  return std::max(1U, static_cast<unsigned>(usable_processor_numbers().size()));
}

unsigned physical_cores() {
  const std::vector<std::string>& packages = cpuinfo("physical id");
  const std::vector<std::string>& cores = cpuinfo("core id");
  if (cores.empty() || cores.size() != packages.size()) return usable_processors();
  std::set<std::pair<std::string, std::string>> distinct;
  for (std::size_t i = 0; i < cores.size(); ++i) distinct.emplace(packages[i], cores[i]);
  return static_cast<unsigned>(distinct.size());
}

std::size_t terminal_columns() {
  if (const char* const given = std::getenv("COLUMNS"))
    if (const auto columns = std::strtoul(given, nullptr, 10); columns > 0) return columns;
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return kLineCharacters;
}

std::string utc_timestamp() { return utc_timestamp(std::time(nullptr)); }

std::string utc_timestamp(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

double available_memory_bytes() {
  constexpr double kBytesPerKibibyte = 1024;
  std::ifstream stream("/proc/meminfo");
  double kibibytes = 0;
  for (std::string key, line; stream >> key; std::getline(stream, line))
    if (key == "MemAvailable:" && stream >> kibibytes) return kibibytes * kBytesPerKibibyte;
  return std::numeric_limits<double>::infinity();
}

}  // namespace sparlab::base
