#include "sim/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <simgrid/Exception.hpp>
#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>
#include <utility>

#include "model/base/contract.hpp"
#include "sim/network.hpp"
#include "sim/s4u_comm.hpp"
#include "simgrid/version.h"  // needs the headers above

namespace sparlab::sim {
namespace {

namespace s4u = simgrid::s4u;
using runtime::CommError;

/// AddressSanitizer cannot follow exceptions on SimGrid's own stacks, but it can on threads.
#ifdef __SANITIZE_ADDRESS__
constexpr bool kRanksAreThreads = true;
#else
constexpr bool kRanksAreThreads = false;
#endif

/// SimGrid's engine lives until the process ends, and a second one is impossible.
s4u::Engine& start_engine() {
  if (s4u::Engine::has_instance()) {
    throw CommError("SimGrid allows one simulation per process; run each in a process of its own");
  }
  static char name[] = "sparlab";
  static char quiet[] = "--log=root.thres:error";
  static char threads[] = "--cfg=contexts/factory:thread";
  static char* arguments[] = {name, quiet, kRanksAreThreads ? threads : nullptr, nullptr};
  static int count = kRanksAreThreads ? 3 : 2;
  return *new s4u::Engine(&count, arguments);
}

struct Outcome {
  std::vector<double> finish_s;
  std::exception_ptr failure;  ///< the first one
};

/// The body of one actor, of a lane or switch.
void run_actor(World& world, int number, const std::function<void(runtime::LaneComm&)>& body,
               Outcome& outcome) {
  std::exception_ptr failure;
  try {
    S4uComm comm(world, number);
    if (world.is_switch(number)) {
      comm.run_programs();
      comm.finish();
    } else {
      body(comm);
      outcome.finish_s[static_cast<std::size_t>(number)] = comm.finish();
    }
  } catch (const simgrid::ForcefulKillException&) {
    throw;  // SimGrid unwinds this rank after another one failed, or after a stall
  } catch (...) {
    failure = std::current_exception();
  }
  // Outside of the handler, since SimGrid must not switch away from an actor that handles an
  // exception.
  if (failure != nullptr) {
    if (outcome.failure == nullptr) outcome.failure = failure;
    world.failed = true;
    s4u::Actor::kill_all();
  }
}

void start_actors(World& world, const Hosts& hosts,
                  const std::function<void(runtime::LaneComm&)>& body, Outcome& outcome) {
  for (int number = 0; number < world.count(); ++number) {
    s4u::Host* const host = world.is_switch(number)
                                ? hosts.switches
                                : hosts.ranks[static_cast<std::size_t>(world.rank_of(number))];
    s4u::ActorPtr actor = s4u::Actor::create(
        std::to_string(number), host, [&, number] { run_actor(world, number, body, outcome); });
    world.transfers.set_actor(number, std::move(actor));
  }
}

model::SwitchTree switches_of(const Platform& platform, const model::Topology& topology,
                              int ranks) {
  auto tree = model::switch_tree(topology, platform.placement, ranks);
  if (!tree) throw CommError("simgrid: switches alone do not join the hosts of all ranks");
  return std::move(*tree);
}

void require_all_received(const World& world) {
  const auto left = world.channels.unreceived();
  if (!left) return;
  throw CommError(fmt::format("rank {} never received {} message(s) from rank {} (tag {})",
                              world.rank_of(left->to), left->messages, world.rank_of(left->from),
                              left->tag));
}

}  // namespace

double RunResult::makespan_s() const {
  return finish_s.empty() ? 0 : *std::max_element(finish_s.begin(), finish_s.end());
}

Simulator::Simulator(Platform platform, int ranks) : platform_(std::move(platform)) {
  check_platform(platform_, ranks);
  s4u::Engine& engine = start_engine();
  apply_config(platform_.config);
  topology_ = model::make_topology(platform_.topology);
  hosts_ = build_platform(platform_, topology_, ranks);
  // The first event visits all links. Here it costs a process once, however often it forks.
  s4u::Actor::create("first", hosts_.ranks.front(), [] {});
  engine.run();
}

bool Simulator::survives_fork() { return !kRanksAreThreads; }

RunResult Simulator::run(int ranks, const std::function<void(runtime::Comm&)>& body,
                         const Options& options) {
  return run_lanes(
      ranks, 1, [&body](runtime::LaneComm& comm) { body(comm); }, options);
}

RunResult Simulator::run_lanes(int ranks, int lanes,
                               const std::function<void(runtime::LaneComm&)>& body,
                               const Options& options) {
  SPARLAB_EXPECTS(lanes > 0);
  if (std::exchange(has_run_, true)) throw CommError("SimGrid allows one simulation per process");
  if (ranks < 1 || ranks > this->ranks())
    throw CommError(fmt::format("simulation of {} ranks on a platform that was built for {}", ranks,
                                this->ranks()));
  SPARLAB_EXPECTS(lanes == 1 || !options.switches_compute);
  World world(
      platform_, *topology_, ranks, lanes, options.many_messages,
      options.switches_compute ? switches_of(platform_, *topology_, ranks) : model::SwitchTree{});
  if (options.counts_traffic) world.traffic.count(*topology_);
  Outcome outcome{
      std::vector<double>(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(lanes)),
      nullptr};
  std::string stall;
  s4u::Engine::on_deadlock_cb([&] {
    world.failed = true;
    stall = fmt::format("stalled at {} s: {}", std::max(s4u::Engine::get_clock(), world.latest_s),
                        world.stall.describe());
  });
  start_actors(world, hosts_, body, outcome);
  const int outer_rank = model::current_rank;
  s4u::Engine::get_instance()->run();
  model::current_rank = outer_rank;
  world.transfers.step().finish();

  if (outcome.failure != nullptr) std::rethrow_exception(outcome.failure);
  if (!stall.empty()) throw CommError(stall);
  require_all_received(world);
  RunResult result{std::move(outcome.finish_s),
                   world.delivered_messages,
                   world.delivered_bytes,
                   effective_config(platform_.config),
                   std::nullopt,
                   0};
  if (options.counts_traffic) result.traffic = std::move(world.traffic);
  result.arrival_step_s = world.transfers.step().longest_s();
  return result;
}

RunResult run(const Platform& platform, int ranks, const std::function<void(runtime::Comm&)>& body,
              const Options& options) {
  return Simulator(platform, ranks).run(ranks, body, options);
}

std::string simgrid_version() {
  return fmt::format("{}.{}", SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR);
}

}  // namespace sparlab::sim
