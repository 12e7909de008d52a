#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/fibers/fibers.hpp"
#include "runtime/inbox.hpp"
#include "runtime/loggp/contention.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/loggp/event_queue.hpp"
#include "runtime/loggp/flights.hpp"
#include "runtime/loggp/from_all.hpp"
#include "runtime/loggp/machine.hpp"
#include "runtime/loggp/mailbox.hpp"
#include "runtime/loggp/noise.hpp"
#include "runtime/loggp/payloads.hpp"
#include "runtime/loggp/rank_stacks.hpp"
#include "runtime/loggp/shared_network.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/state.hpp"
#include "runtime/loggp/trip.hpp"

namespace sparlab::runtime::loggp {

/// One run of the `loggp` engine: ranks on fibers, the event queue, ports and matching.
///
/// A rank runs until it must wait for something not known yet. Then events are processed, on the
/// stack of the rank that ran last, until some rank can continue. A message thus costs one event
/// and at most one switch of stacks.
class Simulation {
 public:
  Simulation(const Machine& machine, int ranks, const std::function<void(Comm&)>& body,
             const Options& options);

  RunResult run();

  int size() const { return static_cast<int>(ranks_.size()); }
  double clock_s(int rank) const { return at(rank).clock_s - lead_s_; }
  void charge(int rank, Work work);
  Request isend(int rank, int to, Message&& message, int tag);
  Request irecv(int rank, int from, int tag);
  Message wait(int rank, Request& request);
  std::size_t wait_any(int rank, std::span<const Request> requests);
  void await_all(int rank, std::span<const Request> requests);
  void expect(int rank, int from, int tag);
  Mail take_first(int rank);
  bool post_from_all(int rank, int tag);
  void await_from_all(int rank);
  Message take_from(int rank, int from);

 private:
  struct Unwind {};  ///< thrown in the remaining ranks when a run fails

  Rank& at(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  const Rank& at(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  World world() const { return {ranks_, entries_}; }

  // Time on the abstract machine.
  double port_s(double bytes) const;
  double after_pause(double bytes) const;
  double overhead_s(double bytes) const;
  double most_early_s() const;
  struct Passage {
    double leaves_s;  ///< when the head of the message leaves, if it is sent
    double passed_s;
  };
  Passage pass(int rank, bool sends, double asked_s, double bytes, int peer, double setup_s);
  bool joins_groups(int a, int b) const;
  double group_setup_s(int a, int b) const {
    return joins_groups(a, b) ? machine_.group_setup_s : 0;
  }
  double group_latency_s(int a, int b) const {
    return joins_groups(a, b) ? machine_.group_latency_s : 0;
  }
  double completion_s(const Request& request) const;
  Message complete(int rank, Request& request);
  Message receive_payload(int rank, std::uint32_t payload, bool inside);
  void list_from_all();
  void note_expected(int rank, std::uint32_t entry, bool has_turn);
  void add_to_mailbox(int rank, std::uint32_t entry);
  void take_turns(int rank, std::uint32_t entry);
  void pass_turn(int rank, std::uint32_t entry);
  bool take_at_its_time(int rank);
  Mailbox& mailbox(int rank) { return mailboxes_[static_cast<std::size_t>(rank)]; }

  // Fibers.
  static void enter(void* simulation);
  void run_rank(int rank);
  void block(int rank, std::uint32_t awaits);
  bool marks_departure(int rank);
  void resume(fibers::Context& from, int next);
  int next_rank();
  void catch_up(int rank);
  void unwind_all();
  void check_all_received() const;

  // Sending.
  Request send_to_self(int rank, Message&& message, int tag);
  Request request_to_send(int rank, int to, Message&& message, int tag);
  void depart(int from, const Departure& departure);
  void depart_late(int from, std::uint32_t slot);
  std::uint32_t new_entry(int peer, int tag, Entry::State state);

  // Where messages on their way are limited.
  bool must_wait(int rank) const {
    return machine_.most_in_flight != 0 && flights_.of(rank).count == machine_.most_in_flight;
  }
  Request hold(int rank, int to, Message&& message, int tag);
  int release(int rank);

  // Messages between hosts whose ranks share a port.
  double network_setup_s(double bytes) const;
  double network_transfer_s(double bytes) const;
  Request send_to_other_host(int rank, int to, Message&& message, int tag);
  void set_up_first(int rank);
  void admit_first(int rank);
  void cross(std::uint32_t index);
  void pass_host(std::uint32_t index, HostPorts::Direction direction);
  int handle_crossing(const Event& event);
  int host_passed(std::uint32_t host);
  int half_passed(std::uint32_t index);

  // Messages between hosts that pass the links of a topology.
  Request send_through_links(int rank, int to, Message&& message, int tag);
  void ask_through_links(int rank, int to, int tag, std::uint32_t handshake);
  int grant_through_links(std::uint32_t handshake);
  int sent(int rank, std::uint32_t send, double sent_s);
  double prepare(const Trip& trip);
  void announce_first(int rank);
  int handle_trip(const Event& event);
  int enter_network(int rank);
  int hop(std::uint32_t trip);
  Links::Passage pass_link(std::uint32_t trip);
  void announce_share(std::uint32_t link);
  int share_ends(std::uint32_t link);
  int leave_network(std::uint32_t trip);
  int arrive_in_order(std::uint32_t trip);
  int arrive(std::uint32_t trip);

  // Messages of the background.
  bool is_background(const Event& event) const;
  void push_counted(const Event& event);
  bool only_background_left() const;
  void start_background();
  void await_background(std::uint32_t sender);
  int background_due(std::uint32_t sender);
  void send_background(std::uint32_t sender);
  int background_hops(std::uint32_t trip);

  // Events; each handler returns the rank that can continue because of it, or kHome.
  int handle(const Event& event);
  int arrival(int from);
  int late_arrival(std::uint32_t slot);
  int arrived(int from, const Departure& departure);
  int deliver(int to, std::uint32_t entry, double wire_bytes);
  void complete_receive(int rank, std::uint32_t entry, double time_s);
  int deliver_from_all(int from, int to, const Departure& departure);
  int request_arrives(int from, const Departure& departure);
  int grant(std::uint32_t handshake);
  int hand_over(int from, int to, int tag, std::uint32_t payload, double time_s);
  int wake_if_awaited(int rank, std::uint32_t entry);
  std::uint32_t last_open(std::span<const Request> requests, std::uint32_t* count) const;
  int one_of_all_done(int rank);
  double occupy_receive_port(int to, int from, double wire_bytes);
  void promise(std::uint32_t handshake, std::uint32_t receive, double met_s);
  void prefetch_ahead() const;

  const Machine& machine_;
  const Machine inside_;  ///< messages inside a host, if ranks share hosts
  const bool shares_hosts_;
  const Machine& ports_;  ///< what the ports of ranks take: inside_ or machine_
  bool full_duplex_ = ports_.slowdowns == model::Slowdowns{};
  const double most_early_s_ = most_early_s();
  /// By rank, where ports may be ahead of their rates: when the last message passed its receive
  /// port and its send port.
  std::vector<std::array<double, 2>> passed_;
  const bool limits_queues_;
  SharedNetwork network_;
  std::unique_ptr<Contention> contention_;         ///< null: there is no topology
  std::unique_ptr<BackgroundTraffic> background_;  ///< null: there is none
  const double lead_s_;  ///< the background begins so long before time 0 of the ranks
  MessageDelays delays_;
  std::vector<std::uint32_t> group_of_;  ///< by rank; empty: there are no groups
  Flights flights_;
  const std::function<void(Comm&)>& body_;
  std::vector<Rank, HugePageAllocator<Rank>> ranks_;
  RankStacks stacks_;
  EventQueue events_;
  SlotPool<Departure> departures_;
  Payloads payloads_;
  SlotPool<Handshake> handshakes_;
  Entries entries_;
  std::unique_ptr<FromAll> from_all_;  ///< null until a rank posts such receives
  std::vector<Mailbox> mailboxes_;     ///< by rank; none until a rank expects a message
  /// By rank: the expected receives whose message is known and was not taken, each (peer, tag) in
  /// order. None where messages of a sender always complete in order.
  std::vector<Unmatched> turns_;

  fibers::Context home_ = nullptr;
  double now_s_ = 0;
  int running_ = fibers::Fibers::kHome;
  int started_ = 0;
  int finished_ = 0;
  bool unwinding_ = false;
  std::exception_ptr failure_;
  RunResult result_;
};

}  // namespace sparlab::runtime::loggp
