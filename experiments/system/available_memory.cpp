#include "experiments/system/available_memory.hpp"

#include <fstream>
#include <limits>
#include <string>

namespace sparlab::experiments {

double available_memory_bytes() {
  constexpr double kBytesPerKibibyte = 1024;
  std::ifstream stream("/proc/meminfo");
  double kibibytes = 0;
  for (std::string key, line; stream >> key; std::getline(stream, line))
    if (key == "MemAvailable:" && stream >> kibibytes) return kibibytes * kBytesPerKibibyte;
  return std::numeric_limits<double>::infinity();
}

}  // namespace sparlab::experiments
