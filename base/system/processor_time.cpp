#include "base/system/processor_time.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace sparlab::base {

std::vector<unsigned> usable_processor_numbers() {
  std::vector<unsigned> processors;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (::sched_getaffinity(0, sizeof(mask), &mask) != 0) return processors;
  for (unsigned processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(processor, &mask)) processors.push_back(processor);
  return processors;
}

std::optional<double> user_seconds(std::string_view proc_stat,
                                   const std::vector<unsigned>& processors) {
  std::istringstream lines{std::string(proc_stat)};
  const auto ticks_per_s = static_cast<double>(::sysconf(_SC_CLK_TCK));
  std::size_t found = 0;
  double ticks = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("cpu", 0) != 0) continue;
    std::istringstream fields(line.substr(3));
    unsigned processor = 0;
    double user = 0;
    double nice = 0;
    // The first line, "cpu  ", is the sum over all.
    if (line.size() < 4 || line[3] == ' ' || !(fields >> processor >> user >> nice)) continue;
    if (std::find(processors.begin(), processors.end(), processor) == processors.end()) continue;
    ++found;
    ticks += user + nice;
  }
  if (found == 0 || found < processors.size()) return std::nullopt;
  return ticks / ticks_per_s;
}

double user_seconds(const std::vector<unsigned>& processors) {
  std::ifstream file("/proc/stat");
  std::ostringstream text;
  text << file.rdbuf();
  return user_seconds(text.str(), processors).value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace sparlab::base
