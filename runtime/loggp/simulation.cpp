#include "runtime/loggp/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/base/contract.hpp"
#include "runtime/await_all.hpp"
#include "runtime/loggp/diagnosis.hpp"
#include "runtime/receives_from_all.hpp"

namespace sparlab::runtime::loggp {
namespace {

/// The Comm of one simulated rank; lives on that rank's stack.
class RankComm final : public Comm,
                       public ExpectedReceives,
                       public AwaitsTogether,
                       public ReceivesFromAll {
 public:
  RankComm(Simulation& simulation, int rank) : simulation_(simulation), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return simulation_.size(); }
  double now() const override { return simulation_.clock_s(rank_); }
  Request isend(int to, Message message, int tag) override {
    return simulation_.isend(rank_, to, std::move(message), tag);
  }
  Request irecv(int from, int tag) override { return simulation_.irecv(rank_, from, tag); }
  Message wait(Request& request) override { return simulation_.wait(rank_, request); }
  std::size_t wait_any(std::span<Request> requests) override {
    return simulation_.wait_any(rank_, requests);
  }
  void await_all(std::span<const Request> requests) override {
    simulation_.await_all(rank_, requests);
  }
  void expect(int from, int tag) override { simulation_.expect(rank_, from, tag); }
  Mail take_first() override { return simulation_.take_first(rank_); }
  bool post_from_all(int tag) override { return simulation_.post_from_all(rank_, tag); }
  void await_from_all() override { simulation_.await_from_all(rank_); }
  Message take_from(int from) override { return simulation_.take_from(rank_, from); }
  void charge(Work work) override { simulation_.charge(rank_, work); }

 private:
  Simulation& simulation_;
  int rank_;
};

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

/// Whether what a rank sends leaves in the order of sending, at times that nothing else changes.
bool leaves_in_order(const Machine& machine) {
  return std::isinf(machine.handshake_bytes) && machine.slowdowns == model::Slowdowns{} &&
         !machine.placement.shares_ports() && !machine.topology && machine.most_in_flight == 0 &&
         machine.group_latency_s == 0 && !machine.noise.present();
}

/// Not inlined, so that stacks have no room for the text.
[[gnu::noinline]] void require_all_waited_for(int rank, const Rank& state) {
  if (state.open_sends + state.open_receives == 0) return;
  throw CommError(fmt::format(
      "loggp: rank {} returned without waiting for {} of its sends and {} of its receives", rank,
      state.open_sends, state.open_receives));
}

std::vector<std::uint32_t> groups_of_ranks(const Machine& machine, int ranks) {
  std::vector<std::uint32_t> groups;
  const model::HostGroups of_hosts{machine.group_hosts};
  for (int rank = 0; rank < ranks && of_hosts.present(); ++rank)
    groups.push_back(static_cast<std::uint32_t>(
        of_hosts.group_of(machine.placement, static_cast<std::uint64_t>(rank))));
  return groups;
}

}  // namespace

using fibers::Fibers;

Simulation::Simulation(const Machine& machine, int ranks, const std::function<void(Comm&)>& body,
                       const Options& options)
    : machine_(machine),
      inside_(machine_inside(machine)),
      shares_hosts_(machine.placement.shares_ports()),
      ports_(shares_hosts_ ? inside_ : machine_),
      limits_queues_(leaves_in_order(machine)),
      network_(machine.placement, ranks),
      contention_(machine.topology
                      ? std::make_unique<Contention>(machine, ranks, options.counts_traffic)
                      : nullptr),
      background_(machine.background.present()
                      ? std::make_unique<BackgroundTraffic>(
                            machine.background, machine.topology->classes().front().bytes_per_s)
                      : nullptr),
      lead_s_(background_ ? background_->lead_s() : 0),
      delays_(machine.noise, ranks),
      group_of_(groups_of_ranks(machine, ranks)),
      flights_(machine.most_in_flight, ranks),
      body_(body),
      ranks_(static_cast<std::size_t>(ranks)),
      stacks_(ranks, options.stack_bytes, &Simulation::enter, this),
      payloads_(ranks) {
  if (most_early_s_ > 0) passed_.resize(static_cast<std::size_t>(ranks));
  if (!machine.noise.delays_starts() && !background_) return;
  for (int rank = 0; rank < ranks; ++rank) at(rank).clock_s = lead_s_ + machine.noise.start_s(rank);
}

RunResult Simulation::run() {
  const int outer_rank = model::current_rank;
  if (machine_.noise.delays_starts())
    for (const Rank& rank : ranks_) result_.start_s.push_back(rank.clock_s - lead_s_);
  if (background_) start_background();
  resume(home_, next_rank());
  std::exception_ptr failure = failure_;
  if (!failure && finished_ < size()) {
    for (Rank& rank : ranks_) {
      if (rank.finished || rank.awaits != Rank::kAnyRequest) continue;
      rank.any_first = static_cast<const Request*>(stacks_.kept_at(rank.context, rank.any_first));
    }
    list_from_all();
    failure = std::make_exception_ptr(CommError(describe_stall(world(), now_s_)));
  }
  if (failure) unwind_all();
  model::current_rank = outer_rank;
  if (failure) std::rethrow_exception(failure);
  check_all_received();
  result_.finish_s.reserve(ranks_.size());
  for (const Rank& rank : ranks_) result_.finish_s.push_back(rank.clock_s - lead_s_);
  if (background_) {
    result_.background_messages = background_->messages();
    result_.background_s = now_s_;
  }
  if (contention_ && contention_->traffic.counted())
    result_.traffic = std::move(contention_->traffic);
  return std::move(result_);
}

void Simulation::enter(void* simulation) {
  auto& self = *static_cast<Simulation*>(simulation);
  const int rank = self.running_;
  self.run_rank(rank);
  const int next = self.failure_ || self.unwinding_ ? Fibers::kHome : self.next_rank();
  self.running_ = next;
  model::current_rank = next;
  self.stacks_.leave(next == Fibers::kHome ? self.home_ : self.at(next).context, next);
}

void Simulation::run_rank(int rank) {
  try {
    RankComm comm(*this, rank);
    body_(comm);
    require_all_waited_for(rank, at(rank));
  } catch (const Unwind&) {
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
  at(rank).finished = true;
  ++finished_;
}

void Simulation::block(int rank, std::uint32_t awaits) {
  if (!unwinding_) {
    Rank& self = at(rank);
    self.awaits = awaits;
    const int next = next_rank();
    if (next != rank) resume(self.context, next);
    self.awaits = Rank::kAwake;
  }
  if (unwinding_) throw Unwind{};
}

void Simulation::resume(fibers::Context& from, int next) {
  const int self = running_;
  running_ = next;
  model::current_rank = next;
  stacks_.switch_to(from, next == Fibers::kHome ? home_ : at(next).context, next);
  running_ = self;
  model::current_rank = self;
}

int Simulation::next_rank() {
  // All ranks start at time 0, before anything happens.
  if (started_ < size()) {
    at(started_).context = stacks_.create(started_);
    return started_++;
  }
  while (!events_.empty() && !only_background_left()) {
    const Event event = events_.pop();
    if (background_ && is_background(event)) --background_->events;
    prefetch_ahead();
    now_s_ = event.time_s;
    const int rank = handle(event);
    if (rank != Fibers::kHome) return rank;
  }
  return Fibers::kHome;
}

void Simulation::catch_up(int rank) {
  if (at(rank).clock_s <= now_s_) return;
  events_.push({at(rank).clock_s, EventKind::timer, static_cast<std::uint32_t>(rank)});
  while (now_s_ < at(rank).clock_s) block(rank, Rank::kClock);
}

void Simulation::unwind_all() {
  unwinding_ = true;
  for (int rank = 0; rank < started_; ++rank) {
    if (!at(rank).finished) resume(home_, rank);
  }
}

void Simulation::check_all_received() const {
  const std::string leftovers = describe_unreceived(world());
  if (!leftovers.empty()) throw CommError(leftovers);
}

double Simulation::port_s(double bytes) const {
  const model::Segment* const segment = model::segment_at(ports_.larger, bytes);
  return segment == nullptr ? ports_.setup_s + ports_.gap_s_per_byte * bytes
                            : segment->alpha_s + segment->beta_s_per_byte * bytes;
}

double Simulation::overhead_s(double bytes) const {
  const model::Segment* const segment = model::segment_at(machine_.larger_overhead, bytes);
  return segment == nullptr ? machine_.overhead_s + machine_.overhead_s_per_byte * bytes
                            : std::max(0.0, segment->alpha_s + segment->beta_s_per_byte * bytes);
}

/// Passes a message through a port of the rank. While the other port is busy, this message takes
/// longer, and what passes the other port is delayed. If the other port pauses, the message may
/// pass before the port would be ready for it or for the next one, as tokens in a bucket allow: the
/// port is ahead of its rate by at most `most_early_s_`.
Simulation::Passage Simulation::pass(int rank, bool sends, double asked_s, double bytes, int peer,
                                     double setup_s) {
  Rank& self = at(rank);
  const Port port = sends ? self.sending() : self.receiving();
  const double alone_s = port_s(bytes) + setup_s;
  if (full_duplex_) {
    const double start_s = std::max(asked_s, port.free_s);
    port.free_s = start_s + alone_s + ports_.gap_s;
    return {start_s, start_s + alone_s};
  }
  const Port other = sends ? self.receiving() : self.sending();
  double* const passed = passed_.empty() ? nullptr : passed_[static_cast<std::size_t>(rank)].data();
  const double start_s = std::max(asked_s, passed == nullptr ? port.free_s : passed[sends]);
  const double ready_s = std::max(start_s, port.free_s);
  double end_s = ready_s + alone_s;
  port.peer = peer;
  if (start_s > port.free_s) port.busy_from_s = start_s;
  const double other_from_s = std::max(start_s, other.busy_from_s);
  double early_s = alone_s * (1 - after_pause(bytes));
  const double most_early_s = std::max(early_s, most_early_s_);
  const double other_end_s = passed == nullptr ? other.free_s : passed[!sends];
  const double shared_s = std::min(end_s, other.free_s) - other_from_s;
  double factor = 0;
  if ((passed == nullptr || std::min(end_s, other_end_s) > other_from_s) && shared_s > 0) {
    const auto pattern = other.peer == peer ? model::Pattern::exchange : model::Pattern::ring;
    factor = model::slowdown_at(ports_.slowdowns.of(pattern), bytes);
    early_s = std::clamp((1 - factor) * alone_s, 0.0, early_s);
  }
  double passed_s = std::max(start_s + alone_s - early_s, end_s - most_early_s);
  if (factor >= 1) {
    // What the other port still lacks in tokens does not slow this message down.
    const double delay_s =
        (factor - 1) * (passed == nullptr ? shared_s : std::min(shared_s, alone_s));
    end_s += delay_s;
    other.free_s += delay_s;
    passed_s = end_s;
  }
  port.free_s = end_s + ports_.gap_s;
  if (passed == nullptr) return {start_s, passed_s};
  passed[sends] = passed_s;
  // What waits for tokens leaves when there are enough.
  return {std::max(start_s, passed_s - alone_s + early_s), passed_s};
}

/// What remains of the time of a message whose ports pause before it.
double Simulation::after_pause(double bytes) const {
  return std::min(1.0, model::slowdown_at(ports_.slowdowns.tree, bytes));
}

/// The time that a pause saves, for the size for which it is most: what a full bucket is worth.
double Simulation::most_early_s() const {
  double most_s = 0;
  for (const model::SlowdownPoint& point : ports_.slowdowns.tree)
    most_s = std::max(most_s, port_s(point.bytes) * (1 - after_pause(point.bytes)));
  return most_s;
}

bool Simulation::joins_groups(int a, int b) const {
  return !group_of_.empty() &&
         group_of_[static_cast<std::size_t>(a)] != group_of_[static_cast<std::size_t>(b)];
}

void Simulation::charge(int rank, Work work) {
  SPARLAB_EXPECTS(work.count >= 0);
  const auto kind = static_cast<std::size_t>(work.kind);
  const model::WorkCurve& curve = machine_.work_curves[kind];
  at(rank).clock_s +=
      curve.empty() ? machine_.rates[kind] * work.count : model::seconds_at(curve, work.count);
}

double RunResult::makespan_s() const {
  double longest_s = 0;
  for (std::size_t rank = 0; rank < finish_s.size(); ++rank)
    longest_s = std::max(longest_s, finish_s[rank] - (start_s.empty() ? 0 : start_s[rank]));
  return longest_s;
}

RunResult run(const Machine& machine, int ranks, const std::function<void(Comm&)>& body,
              const Options& options) {
  SPARLAB_EXPECTS(ranks > 0 && ranks < 1 << Entry::kPeerBits);
  const model::Placement& placement = machine.placement;
  SPARLAB_EXPECTS(!placement.shares_ports() ||
                  static_cast<std::uint64_t>(ranks) <= placement.hosts * placement.ranks_per_host);
  SPARLAB_EXPECTS(machine.most_in_flight == 0 || std::isinf(machine.handshake_bytes));
  SPARLAB_EXPECTS(machine.topology || !machine.background.present());
  if (machine.topology) {
    SPARLAB_EXPECTS(machine.setup_s == 0 && machine.larger.empty() && machine.group_hosts == 0);
    SPARLAB_EXPECTS(machine.slowdowns == model::Slowdowns{} && machine.most_in_flight == 0);
  }
  SPARLAB_EXPECTS(options.stack_bytes == 0 || options.stack_bytes >= 16384);
  return Simulation(machine, ranks, body, options).run();
}

}  // namespace sparlab::runtime::loggp
