#include "runtime/loggp/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "model/base/contract.hpp"
#include "runtime/loggp/diagnosis.hpp"
#include "runtime/loggp/rank_comm.hpp"
#include "runtime/loggp/switched_run.hpp"

namespace sparlab::runtime::loggp {
namespace {

/// The machine of the messages inside a host.
Machine machine_inside(const Machine& machine) {
  if (!machine.placement.shares_ports()) return {};
  SPARLAB_EXPECTS(!machine.inside.empty() && machine.inside.front().from_bytes == 0);
  SPARLAB_EXPECTS(std::isinf(machine.handshake_bytes) || machine.topology);
  const model::Segment& first = machine.inside.front();
  Machine inside = Machine::hockney(first.alpha_s, first.beta_s_per_byte);
  inside.larger.assign(machine.inside.begin() + 1, machine.inside.end());
  inside.slowdowns = machine.inside_slowdowns;
  return inside;
}

/// Not inlined, so that stacks have no room for the text.
[[gnu::noinline]] void require_all_waited_for(int rank, const Rank& state) {
  if (state.open_sends + state.open_receives == 0) return;
  throw CommError(fmt::format(
      "loggp: rank {} returned without waiting for {} of its sends and {} of its receives", rank,
      state.open_sends, state.open_receives));
}

}  // namespace

World::World(const Machine& of, int count, int lanes, model::SwitchTree switches)
    : machine(of),
      rank_count(count),
      places(count + static_cast<int>(switches.switches)),
      tree(std::move(switches)),
      ranks(static_cast<std::size_t>(places) * static_cast<std::size_t>(lanes)),
      payloads(places) {
  SPARLAB_EXPECTS(lanes == 1 || tree.parent.empty());
  for (int lane = 0; lane < size() && of.placement.shares_ports(); ++lane)
    host_of.push_back(is_switch(lane)
                          ? UINT32_MAX - static_cast<std::uint32_t>(lane)  // no other is there
                          : static_cast<std::uint32_t>(
                                of.placement.host_of(static_cast<std::uint64_t>(rank_of(lane)))));
}

Simulation::Simulation(const Machine& machine, int ranks, int lanes,
                       const std::function<void(Comm&)>& body, const Options& options,
                       model::SwitchTree switches)
    : body_(body),
      inside_(machine_inside(machine)),
      programs_(ranks),
      world(machine, ranks, lanes, std::move(switches)),
      scheduler(world, *this, options.stack_bytes),
      expected(world, scheduler),
      waits(world, scheduler, expected),
      deliveries(world, scheduler, expected, waits),
      to_self(world, deliveries, waits),
      ports(world, scheduler, deliveries, machine.placement.shares_ports() ? inside_ : machine) {
  if (machine.topology)
    network = make_link_network(world, scheduler, deliveries, options.counts_traffic);
  else if (machine.placement.shares_ports())
    network = make_shared_hosts(world, deliveries);
  if (!machine.noise.delays_starts() && world.lead_s == 0) return;
  for (int lane = 0; lane < world.size() && !world.is_switch(lane); ++lane)
    world.at(lane).clock_s = world.lead_s + machine.noise.start_s(world.rank_of(lane));
}

RunResult Simulation::run() {
  const int outer_rank = model::current_rank;
  RunResult& result = world.result;
  const auto ranks = std::span(world.ranks).first(world.ranks.size() - world.tree.switches);
  if (world.machine.noise.delays_starts())
    for (const Rank& rank : ranks) result.start_s.push_back(rank.clock_s - world.lead_s);
  std::exception_ptr failure = scheduler.run();
  if (!failure && !scheduler.all_returned()) failure = stalled();
  if (failure) scheduler.unwind_all();
  model::current_rank = outer_rank;
  if (failure) std::rethrow_exception(failure);
  const std::string leftovers = describe_unreceived(world);
  if (!leftovers.empty()) throw CommError(leftovers);
  result.finish_s.reserve(ranks.size());
  for (const Rank& rank : ranks) result.finish_s.push_back(rank.clock_s - world.lead_s);
  if (network) network->report(result);
  return std::move(result);
}

/// What ranks wait for that cannot continue.
std::exception_ptr Simulation::stalled() {
  for (int rank = 0; rank < world.size(); ++rank) {
    Rank& waiting = world.at(rank);
    if (!waiting.finished && waiting.awaits == Rank::kAnyRequest)
      waiting.any_first = scheduler.requests_of(rank).data();
  }
  deliveries.list_from_all();
  return std::make_exception_ptr(CommError(describe_stall(world)));
}

void Simulation::run_rank(int rank) {
  if (world.is_switch(rank)) return run_switch(rank);
  RankComm comm(*this, rank);
  body_(comm);
  require_all_waited_for(rank, world.at(rank));
  if (programs_.end_rank() && world.tree.switches > 0) wake_switches(world.now_s());
}

void Simulation::run_at_switches(int rank, Switches::Program program) {
  if (programs_.begin(rank, std::move(program)))
    wake_switches(std::max(world.at(rank).clock_s, world.now_s()));
}

void Simulation::wake_switches(double time_s) {
  for (int place = world.rank_count; place < world.places; ++place)
    scheduler.wake_at(place, time_s);
}

void Simulation::run_switch(int place) {
  RankComm comm(*this, place);
  programs_.run(comm, comm, [&] { comm.await_wake(); });
  require_all_waited_for(place, world.at(place));
}

int Simulation::next_rank() {
  const bool through_ports = !world.machine.topology;  // almost all messages
  while (!world.events.empty() && !(network && network->only_background_left())) {
    const Event event = world.events.pop();
    if (through_ports) ports.prefetch_ahead();
    const int rank = handle(event);
    if (rank != kNobody) return rank;
  }
  return kNobody;
}

int Simulation::handle(const Event& event) {
  switch (event.kind) {
    case EventKind::arrival:
      return ports.arrival(static_cast<int>(event.subject));
    case EventKind::late_arrival:
      return ports.late_arrival(event.subject);
    case EventKind::received:
      return ports.received(static_cast<int>(event.subject));
    case EventKind::delivered:
      return ports.delivered(static_cast<int>(event.subject));
    case EventKind::grant:
      return grant(event.subject);
    case EventKind::timer:
      return scheduler.timer(static_cast<int>(event.subject));
    default:
      return network->handle(event);
  }
}

/// The sender of a handshake learns that its receive is posted.
int Simulation::grant(std::uint32_t index) {
  const Handshake& handshake = world.handshakes[index];
  --world.at(handshake.from).open_handshakes;
  return transport(handshake.from, handshake.to).send_granted(index);
}

double RunResult::makespan_s() const {
  double longest_s = 0;
  for (std::size_t rank = 0; rank < finish_s.size(); ++rank)
    longest_s = std::max(longest_s, finish_s[rank] - (start_s.empty() ? 0 : start_s[rank]));
  return longest_s;
}

namespace {

RunResult run_checked(const Machine& machine, int ranks, int lanes,
                      const std::function<void(Comm&)>& body, const Options& options,
                      model::SwitchTree switches = {}) {
  SPARLAB_EXPECTS(ranks > 0 && lanes > 0 && ranks < (1 << Entry::kPeerBits) / lanes);
  SPARLAB_EXPECTS(lanes == 1 || !machine.topology);
  const model::Placement& placement = machine.placement;
  SPARLAB_EXPECTS(!placement.shares_ports() ||
                  static_cast<std::uint64_t>(ranks) <= placement.hosts * placement.ranks_per_host);
  SPARLAB_EXPECTS(!machine.receiving_shared || !(placement.shares_ports() || machine.topology));
  SPARLAB_EXPECTS(machine.most_in_flight == 0 || std::isinf(machine.handshake_bytes));
  SPARLAB_EXPECTS(machine.topology || !machine.background.present());
  if (machine.topology) {
    SPARLAB_EXPECTS(machine.setup_s == 0 && machine.larger.empty() && !machine.groups.present());
    SPARLAB_EXPECTS(!machine.links.present());
    SPARLAB_EXPECTS(machine.slowdowns == model::Slowdowns{} && machine.most_in_flight == 0);
  }
  SPARLAB_EXPECTS(options.stack_bytes == 0 || options.stack_bytes >= 16384);
  return Simulation(machine, ranks, lanes, body, options, std::move(switches)).run();
}

}  // namespace

RunResult run(const Machine& machine, int ranks, const std::function<void(Comm&)>& body,
              const Options& options) {
  return run_checked(machine, ranks, 1, body, options);
}

RunResult run_with_switches(const Machine& machine, int ranks,
                            const std::function<void(Comm&)>& body, const Options& options) {
  SPARLAB_EXPECTS(machine.topology && ranks > 0);
  auto switches = model::switch_tree(*machine.topology, machine.placement, ranks);
  if (!switches) throw CommError("loggp: switches alone do not join the hosts of all ranks");
  return run_checked(machine, ranks, 1, body, options, std::move(*switches));
}

RunResult run_lanes(const Machine& machine, int ranks, int lanes,
                    const std::function<void(LaneComm&)>& body, const Options& options) {
  return run_checked(
      machine, ranks, lanes, [&body](Comm& comm) { body(static_cast<LaneComm&>(comm)); }, options);
}

}  // namespace sparlab::runtime::loggp
