#include "experiments/records/environment.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/records/build_info.hpp"

namespace sparlab::experiments {
namespace {

/// Values of one key of /proc/cpuinfo, in the order of the processors.
std::vector<std::string> cpuinfo(std::string_view key) {
  std::vector<std::string> values;
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string_view name = std::string_view(line).substr(0, line.find_first_of("\t:"));
    if (name == key) values.push_back(line.substr(std::min(colon + 2, line.size())));
  }
  return values;
}

void add_variables(std::map<std::string, std::string>& environment) {
  constexpr std::array<std::string_view, 4> kPrefixes = {"OMPI_", "UCX_", "SLURM_", "OMP_"};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    const bool matters = std::any_of(kPrefixes.begin(), kPrefixes.end(),
                                     [&](std::string_view p) { return text.starts_with(p); });
    if (matters)
      environment.emplace("env." + std::string(text.substr(0, equals)), text.substr(equals + 1));
  }
}

}  // namespace

std::map<std::string, std::string> describe_environment() {
  utsname system{};
  ::uname(&system);
  const std::vector<std::string> models = cpuinfo("model name");
  std::map<std::string, std::string> environment = {
      {"version", std::string(build_info::version)},
      {"commit", std::string(build_info::commit)},
      {"dirty", std::string(build_info::dirty)},
      {"compiler", std::string(build_info::compiler)},
      {"flags", std::string(build_info::flags)},
      {"libraries", std::string(build_info::libraries)},
      {"host", system.nodename},
      {"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
      {"cpu", models.empty() ? "unknown" : models.front()},
      {"processors", std::to_string(usable_processors())},
      {"cores", std::to_string(physical_cores())}};
  add_variables(environment);
  return environment;
}

unsigned usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

unsigned physical_cores() {
  const std::vector<std::string> packages = cpuinfo("physical id");
  const std::vector<std::string> cores = cpuinfo("core id");
  if (cores.empty() || cores.size() != packages.size()) return usable_processors();
  std::set<std::pair<std::string, std::string>> distinct;
  for (std::size_t i = 0; i < cores.size(); ++i) distinct.emplace(packages[i], cores[i]);
  return static_cast<unsigned>(distinct.size());
}

std::string utc_timestamp() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::time(nullptr)));
}

}  // namespace sparlab::experiments
