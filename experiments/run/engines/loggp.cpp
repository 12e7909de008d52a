#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "algos/registry/switch_algorithms.hpp"
#include "base/errors/errors.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/engines/simulation.hpp"
#include "experiments/run/engines/traced_call.hpp"
#include "experiments/run/execution/link_statistics.hpp"
#include "inputs/files/random.hpp"
#include "model/base/order_statistics.hpp"
#include "platforms/files/network_machine.hpp"
#include "runtime/loggp/costs.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/loggp/switched_run.hpp"

namespace sparlab::experiments::run {
namespace {

void describe_network(Record& record, const runtime::loggp::Machine& machine,
                      const platforms::PlatformFile& platform) {
  const model::Topology& topology = *machine.topology;
  record.network["topology"] = fmt::format("{} hosts, {} switches, {} links", topology.hosts(),
                                           topology.switches(), topology.links());
  record.network["routing"] = name_of(machine.routing);
  if (platform.send_limit > 0)
    record.network["send_limit"] = "left out: machine network does not have it";
  if (platform.groups) record.network["host_groups"] = kGroupsLeftOut;
}

/// The time of each job: that of its slowest rank.
std::vector<double> times_of_jobs(const runtime::loggp::RunResult& result, std::size_t jobs) {
  const std::size_t ranks = result.finish_s.size() / jobs;
  std::vector<double> times_s(jobs, 0);
  for (std::size_t rank = 0; rank < result.finish_s.size(); ++rank) {
    const double start_s = result.start_s.empty() ? 0 : result.start_s[rank];
    times_s[rank / ranks] = std::max(times_s[rank / ranks], result.finish_s[rank] - start_s);
  }
  return times_s;
}

/// The record's time is that of the slowest job.
void describe_jobs(Record& record, const std::vector<double>& times_s, double start_s) {
  const Point& point = record.point;
  if (point.jobs == 1) return;
  const auto calls = static_cast<double>(point.algorithm.period());
  record.terms["fastest_job_s"] = start_s + std::ranges::min(times_s) / calls;
  record.terms["median_job_s"] = start_s + model::median(times_s) / calls;
  record.network["jobs"] =
      fmt::format("{} on {} hosts; the time is that of the slowest, traffic is that of one",
                  point.jobs, name_of(point.job_hosts));
}

/// What the background carried.
void describe_background(Record& record, const runtime::loggp::Machine& machine,
                         const runtime::loggp::RunResult& result) {
  const runtime::loggp::Background& background = machine.background;
  if (!background.present()) return;
  using Pattern = runtime::loggp::Background::Pattern;
  const double links =
      background.pattern == Pattern::incast ? 1 : static_cast<double>(background.hosts.size());
  const double carried =
      static_cast<double>(result.background_messages) * background.bytes /
      (links * machine.topology->classes().front().bytes_per_s * result.background_s);
  record.terms["background_load"] = carried;
  record.network["background"] =
      fmt::format("{} of {} B between {} hosts: load {} offered, {:.3g} carried, {} messages",
                  name_of(background.pattern), background.bytes, background.hosts.size(),
                  background.load, carried, result.background_messages);
}

runtime::loggp::Machine machine_of(const Point& point, const platforms::PlatformFile& platform) {
  if (point.machine == MachineKind::loggp) return platform.loggp(point.ranks, point.groups);
  if (point.machine != MachineKind::network)
    return platform.loggp_hockney(point.ranks, point.groups);
  if (!platform.topology() || platform.groups_lack_links())
    throw base::EnvironmentError(
        fmt::format("platform {} has {}; machine network needs links, which replace them",
                    platform.name, platform.topology() ? "host_groups" : "no links"));
  auto machine = platforms::network_machine(platform, point.ranks, point.routing);
  machine.placement = place_jobs(platform.placement, point.ranks, point.jobs, point.job_hosts);
  const BackgroundLoad& load = point.background;
  if (load.present())
    machine.background = {
        .pattern = load.pattern,
        .load = load.load,
        .bytes = load.bytes,
        .hosts = background_hosts(load.hosts, static_cast<std::uint64_t>(platform.hosts),
                                  machine.placement, point.jobs * point.ranks),
        .seed = point.seed};
  return machine;
}

/// One run of a point. Delays of ranks replace the mean skew after a barrier.
Record run_once(const Point& point, const platforms::PlatformFile& platform,
                const runtime::loggp::Machine& machine,
                std::vector<RoundMessage>* messages = nullptr) {
  const double start_s =
      machine.noise.delays_starts() ? 0 : platform.transport.start_s(point.ranks);
  std::optional<LinkStatistics> links;
  runtime::loggp::RunResult run;
  Record record = execute_simulated(
      point, platform, start_s, calls_to_simulate(point, platform),
      [&](const auto& body) {
        const auto simulate = algos::needs_switches(point.algorithm)
                                  ? runtime::loggp::run_with_switches
                                  : runtime::loggp::run;
        auto result = simulate(machine, static_cast<int>(point.jobs * point.ranks), body,
                               {.counts_traffic = point.link_statistics});
        if (result.traffic)
          links = link_statistics(*machine.topology, *result.traffic, result.makespan_s(),
                                  static_cast<double>(point.algorithm.period()));
        run = result;
        return result;
      },
      [&](double bytes) { return runtime::loggp::overhead_s(machine, bytes); }, messages);
  record.links = std::move(links);
  describe_jobs(record, times_of_jobs(run, point.jobs), start_s);
  describe_background(record, machine, run);
  if (machine.topology) describe_network(record, machine, platform);
  return record;
}

std::uint64_t seed_of_run(const Point& point, std::uint64_t run) {
  return inputs::Random(point.seed, inputs::Purpose::noise, run).at(0);
}

/// The record of the run whose time is nearest to the median, with the times of all.
Record summary_of(std::vector<Record> runs) {
  std::vector<double> samples_s;
  for (const Record& run : runs) samples_s.push_back(run.time_s);
  const double median_s = model::median(samples_s);
  const auto distance_s = [&](const Record& run) { return std::abs(run.time_s - median_s); };
  const auto failed_run =
      std::ranges::find(runs, "failed", [](const Record& run) { return run.check.status; });
  const Check check = failed_run == runs.end() ? runs.front().check : failed_run->check;
  Record record = std::move(*std::ranges::min_element(runs, {}, distance_s));
  record.time_s = median_s;
  record.check = check;
  record.p5_s = model::quantile(samples_s, 0.05);
  record.p10_s = model::quantile(samples_s, 0.1);
  record.p90_s = model::quantile(samples_s, 0.9);
  record.p95_s = model::quantile(samples_s, 0.95);
  record.samples_s = std::move(samples_s);
  return record;
}

}  // namespace

Record execute_loggp(const Point& point, const platforms::PlatformFile& platform) {
  auto machine = machine_of(point, platform);
  if (!machine.noise.random()) {
    Record record = run_once(point, platform, machine);
    note_noise(record, Engine::loggp, platform);
    return record;
  }
  std::vector<Record> runs;
  for (std::uint64_t run = 0; run < std::max<std::uint64_t>(1, point.runs); ++run) {
    machine.noise.seed = seed_of_run(point, run);
    runs.push_back(run_once(point, platform, machine));
  }
  Record record = summary_of(std::move(runs));
  note_noise(record, Engine::loggp, platform);
  return record;
}

TracedCall trace_loggp(const Point& point, const platforms::PlatformFile& platform) {
  TracedCall call;
  call.record = run_once(point, platform, machine_of(point, platform), &call.messages);
  return call;
}

}  // namespace sparlab::experiments::run
