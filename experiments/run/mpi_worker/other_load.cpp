#include "experiments/run/mpi_worker/other_load.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>

#include "base/system/processor_time.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

/// Hosts differ by the number that their system drew when it started. Ranks in different containers
/// of one system share it, as they share the processors.
std::uint64_t place_of(const std::vector<unsigned>& processors) {
  std::string text;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), text);
  for (const unsigned processor : processors) text += std::to_string(processor) + " ";
  return std::hash<std::string>{}(text);
}

double own_user_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
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
    : processors_(base::usable_processor_numbers()),
      place_(place_of(processors_)),
      all_s_(base::user_seconds(processors_)),
      own_s_(own_user_seconds()),
      begin_s_(clock_s()) {}

std::optional<machines::calibration::OtherLoad> OtherLoadWatch::gather(runtime::Comm& comm) const {
  const ProcessorUse own{place_, static_cast<double>(processors_.size()),
                         base::user_seconds(processors_) - all_s_, own_user_seconds() - own_s_};
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
