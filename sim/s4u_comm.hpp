#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <simgrid/s4u/Semaphore.hpp>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/topology/link_traffic.hpp"
#include "model/topology/switch_tree.hpp"
#include "runtime/comm.hpp"
#include "runtime/lanes.hpp"
#include "runtime/switch_programs.hpp"
#include "sim/channels.hpp"
#include "sim/platform.hpp"
#include "sim/ports.hpp"
#include "sim/stall.hpp"
#include "sim/topology_zone.hpp"
#include "sim/transfers.hpp"

namespace sparlab::sim {

class S4uComm;

/// The shared state of the ranks of one simulation. Actors run one at a time, so there are no
/// locks. Lane l of rank r has the number l * size + r. Switches that compute have the numbers from
/// `size` on; with them, there is one lane.
struct World {
  World(const Platform& machine, const model::Topology& links, int ranks, int lanes,
        std::size_t many, model::SwitchTree switches)
      : platform(machine),
        topology(links),
        size(ranks),
        tree(std::move(switches)),
        comms(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(lanes) + tree.switches,
              nullptr),
        channels(count()),
        stall(lanes > 1 ? ranks : count(), lanes),
        transfers(count(), many,
                  1 / std::max(links.classes().front().bytes_per_s,
                               machine.inside.bandwidth_bytes_per_s)),
        ports(machine, ranks),
        programs(ranks),
        in_turns(TopologyZone::can_equalise()) {}

  const Platform& platform;
  const model::Topology& topology;
  int size;                     ///< in ranks
  model::SwitchTree tree;       ///< empty: switches do not compute
  std::vector<S4uComm*> comms;  ///< by lane or switch
  Channels channels;
  StallTable stall;
  Transfers transfers;
  Ports ports;
  runtime::SwitchPrograms programs;
  /// Messages between two ranks pass the links in turn; not if latencies cannot be shortened.
  bool in_turns;
  std::uint64_t delivered_messages = 0;  ///< that ranks sent
  double delivered_bytes = 0;
  model::LinkTraffic traffic;
  double latest_s = 0;  ///< time at which a rank blocked
  /// After a failure: the memory of ranks is being freed, so callbacks must not use it.
  bool failed = false;

  int count() const { return static_cast<int>(comms.size()); }
  bool has_lanes() const { return tree.parent.empty() && count() > size; }
  bool is_switch(int number) const { return number >= size && !tree.parent.empty(); }
  /// The rank of a lane. For a switch, its number.
  int rank_of(int lane) const { return has_lanes() ? lane % size : lane; }
};

/// Comm of one rank, or of a lane of it, used by its actor only.
///
/// A rank has its own clock, which local work and software overhead advance; the actor runs ahead
/// of the simulation until it needs something that has not happened yet. What the network sees, an
/// actor posts: SimGrid calls back when the simulation has reached the time of the post. An eager
/// send starts to move when it is posted, a rendezvous send when its receive is also posted; its
/// request completes when the last byte has arrived. Messages from one rank to another pass the
/// links one after the other, as through a connection of TCP: the first byte of a message follows
/// the last one of the message before, without another latency. An empty message moves one byte. A
/// message to oneself bypasses the network: it is delivered at once and costs only the overheads,
/// as in `loggp`.
class S4uComm final : public runtime::LaneComm, public runtime::Switches {
 public:
  /// `number` is that of the lane or switch.
  S4uComm(World& world, int number);
  S4uComm(const S4uComm&) = delete;
  S4uComm& operator=(const S4uComm&) = delete;
  ~S4uComm() override = default;

  int rank() const override { return rank_; }
  int size() const override { return world_.size; }
  double now() const override { return now_s_; }
  runtime::Request isend(int to, runtime::Message message, int tag) override;
  runtime::Request irecv(int from, int tag) override;
  runtime::Message wait(runtime::Request& request) override;
  std::size_t wait_any(std::span<runtime::Request> requests) override;
  void charge(runtime::Work work) override;
  int lane() const override { return lane_of_0_ / world_.size; }
  void sleep_until(double time_s) override;
  void await_wake() override;
  void wake(int lane) override;

  bool compute() const override { return !world_.tree.parent.empty(); }
  int parent() const override { return world_.tree.parent[static_cast<std::size_t>(rank_)]; }
  std::span<const int> children() const override {
    return world_.tree.children[static_cast<std::size_t>(rank_)];
  }
  void run_at_switches(Program program) override;
  /// For a switch: runs the programs of run_at_switches until all ranks have returned.
  void run_programs();

  /// Returns the time. CommError if a request is still pending or a message to itself was not
  /// received.
  double finish();

  /// Called by SimGrid when the last byte of a message has passed the links.
  static void left_links(Transfer& transfer);

 private:
  /// A send or receive that takes effect when the simulation has reached its time.
  struct Post {
    double at_s = 0;
    Transfer* send = nullptr;  ///< null: it is a receive
    Operation* receive = nullptr;
  };
  enum class Blocked : unsigned char {
    no,
    until_time,
    until_complete,
    until_room,
    until_ends,
    until_over,
    until_woken
  };

  static bool is_receive(const Operation& operation) {
    return operation.waiting.what == Waiting::For::receive;
  }
  bool is_to_self(const Operation& operation) const { return operation.waiting.peer == rank_; }
  /// The lane of another rank that has the index of this one.
  int lane_of(int rank) const { return lane_of_0_ + rank; }
  int number() const { return lane_of(rank_); }
  bool inside_host(int peer) const;
  /// Whether a message to or from this peer passes one link of the tree of switches.
  bool on_tree(int peer) const { return world_.is_switch(rank_) || world_.is_switch(peer); }
  void wake_switches();
  double overhead_s(int peer, double bytes) const;
  void count_traffic(int to, double bytes);
  std::uint64_t begin(Waiting waiting);
  Operation& operation(const runtime::Request& request);
  void require_sent(const Operation& operation) const;

  void post(Post post);
  void arm();
  void take_effect(const Post& post);
  static void match(Transfer& send, Operation& receive);
  void ready(Transfer& send);
  void start_next(Transfer& before);
  bool sends_to_others(const Transfer& send) const;
  void plan_delivery(Transfer& send);
  static void arrive_in_exchange(Transfer& send);
  static void arrived(Transfer& transfer);
  static void complete(Operation& operation);

  void block(Blocked reason);
  void wake(Blocked reason);
  void block_until_now();
  void require_ends();

  World& world_;
  int rank_;
  int lane_of_0_;                     ///< of rank 0, the lane with the index of this one
  double now_s_ = 0;                  ///< never before the simulation's clock while the actor runs
  std::deque<Operation> operations_;  ///< others keep addresses of its elements
  std::vector<std::uint64_t> free_;
  SelfMessages self_messages_;
  std::deque<Post> posts_;                      ///< in the order of time
  std::size_t posted_sends_ = 0;                ///< of these
  std::unordered_map<int, Transfer*> last_to_;  ///< of the messages to a lane that are moving
  RankEnds ends_;
  simgrid::s4u::SemaphorePtr woken_;
  Blocked blocked_ = Blocked::no;
  Operation* completed_first_ = nullptr;  ///< of those awaited
};

}  // namespace sparlab::sim
