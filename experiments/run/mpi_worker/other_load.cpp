#include "experiments/run/mpi_worker/other_load.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>

#include "runtime/measure.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

std::string text_of(const char* path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<unsigned> processors_of_this_process() {
  std::vector<unsigned> processors;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (::sched_getaffinity(0, sizeof(mask), &mask) != 0) return processors;
  for (unsigned processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(processor, &mask)) processors.push_back(processor);
  return processors;
}

/// Hosts differ by the number that their system drew when it started. Ranks in different containers
/// of one system share it, as they share the processors.
std::uint64_t place_of(const std::vector<unsigned>& processors) {
  std::string text = text_of("/proc/sys/kernel/random/boot_id");
  for (const unsigned processor : processors) text += std::to_string(processor) + " ";
  return std::hash<std::string>{}(text);
}

double own_user_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

double all_user_seconds(const std::vector<unsigned>& processors) {
  return user_seconds(text_of("/proc/stat"), processors)
      .value_or(std::numeric_limits<double>::quiet_NaN());
}

double clock_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

runtime::Message pack(const ProcessorUse& use) {
  runtime::Buffer buffer(sizeof(use));
  std::memcpy(buffer.data(), &use, sizeof(use));
  return {std::move(buffer), 0, sizeof(use)};
}

ProcessorUse unpack(const runtime::Message& message) {
  ProcessorUse use;
  if (message.bytes().size() != sizeof(use))
    throw runtime::CommError("the use of processors: message of an unexpected size");
  std::memcpy(&use, message.bytes().data(), sizeof(use));
  return use;
}

}  // namespace

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

std::optional<machines::calibration::OtherLoad> others_use(const std::vector<ProcessorUse>& ranks,
                                                           double seconds) {
  std::map<std::uint64_t, ProcessorUse> places;
  for (const ProcessorUse& rank : ranks) {
    if (!std::isfinite(rank.all_s)) return std::nullopt;
    ProcessorUse& place = places[rank.place];
    place.processors = rank.processors;
    place.all_s = std::max(place.all_s, rank.all_s);
    place.own_s += rank.own_s;
  }
  machines::calibration::OtherLoad most{0, 1};
  for (const auto& [place, use] : places) {
    const double others = std::max(0.0, use.all_s - use.own_s) / seconds;
    if (others / use.processors >= most.processors / most.of) most = {others, use.processors};
  }
  return most;
}

OtherLoadWatch::OtherLoadWatch()
    : processors_(processors_of_this_process()),
      place_(place_of(processors_)),
      all_s_(all_user_seconds(processors_)),
      own_s_(own_user_seconds()),
      begin_s_(clock_s()) {}

std::optional<machines::calibration::OtherLoad> OtherLoadWatch::gather(runtime::Comm& comm) const {
  const ProcessorUse own{place_, static_cast<double>(processors_.size()),
                         all_user_seconds(processors_) - all_s_, own_user_seconds() - own_s_};
  if (comm.rank() != 0) {
    send(comm, 0, pack(own), runtime::kMeasureTag);
    return std::nullopt;
  }
  std::vector<ProcessorUse> ranks = {own};
  for (int rank = 1; rank < comm.size(); ++rank)
    ranks.push_back(unpack(receive(comm, rank, runtime::kMeasureTag)));
  return others_use(ranks, clock_s() - begin_s_);
}

}  // namespace sparlab::experiments::run::mpi
