#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/base/placement.hpp"
#include "runtime/loggp/background.hpp"

/// What shares the network with an allreduce: other allreduces, and other traffic.
namespace sparlab::experiments {

struct Setting;

/// Where several allreduces run at once.
enum class JobHosts : std::uint8_t {
  consecutive,  ///< each on hosts of its own, one job after the other
  interleaved,  ///< each on hosts of its own, which the jobs take in turn
  shared,       ///< all on the same hosts
};

std::string_view name_of(JobHosts hosts);

inline constexpr std::uint64_t kMostJobs = 1024;
/// Of all jobs together.
inline constexpr std::uint64_t kMostRanksOfJobs = 1U << 20U;

/// The traffic of other programs, as an experiment describes it.
struct BackgroundLoad {
  /// Which hosts send and receive.
  enum class Hosts : std::uint8_t {
    all,
    others,  ///< those without ranks
  };

  runtime::loggp::Background::Pattern pattern = runtime::loggp::Background::Pattern::none;
  double load = 0;  ///< of the bandwidth of a host's link
  double bytes = 65536;
  Hosts hosts = Hosts::all;

  bool present() const { return pattern != runtime::loggp::Background::Pattern::none; }
  friend bool operator==(const BackgroundLoad&, const BackgroundLoad&) = default;
};

std::string_view name_of(BackgroundLoad::Hosts hosts);

Setting jobs_setting();
Setting job_hosts_setting();
Setting background_setting();

/// The hosts of one job with this many ranks, from the first to the last.
std::uint64_t span_of_job(const model::Placement& placement, std::uint64_t ranks);

/// Where the ranks of all jobs run, those of the first job first. Jobs on hosts of their own need
/// jobs x span_of_job hosts, and no listed placement.
model::Placement place_jobs(const model::Placement& placement, std::uint64_t ranks,
                            std::uint64_t jobs, JobHosts hosts);

/// The hosts of the background on a platform with so many hosts; `placement` is that of all ranks.
std::vector<std::uint32_t> background_hosts(BackgroundLoad::Hosts which, std::uint64_t hosts,
                                            const model::Placement& placement, std::uint64_t ranks);

}  // namespace sparlab::experiments
