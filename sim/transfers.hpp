#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/message.hpp"
#include "sim/arrival_step.hpp"
#include "sim/ports.hpp"
#include "sim/stall.hpp"
#include "simgrid/forward.h"
#include "simgrid/s4u/Comm.hpp"
#include "simgrid/s4u/Semaphore.hpp"

namespace sparlab::sim {

struct Batch;

/// The two ends of a SimGrid communication. Both belong to one actor, on the host of the sender.
struct Ends {
  simgrid::s4u::CommPtr put;
  simgrid::s4u::CommPtr get;
  Batch* batch = nullptr;  ///< null if the actor is that of the rank
};

/// Communications of an actor that does nothing else.
struct Batch {
  std::vector<Ends> prepared;
  std::size_t not_over = 0;
  simgrid::s4u::SemaphorePtr over;
};

/// The communications that one rank sends by.
///
/// SimGrid keeps a communication in a list of the actor that made it, until the actor waits for it
/// or ends. A wait searches the whole list, which is longest where all messages are on their way at
/// once. Therefore nobody waits: the rank's own actor makes only the first ones, and other actors
/// make the rest, a batch each; such an actor ends when its batch is over.
class RankEnds {
 public:
  RankEnds();

  /// Whether there is one to take.
  bool available() const;

  /// Starts an actor on this actor's host that makes a batch; it then calls `prepared`.
  void prepare(std::function<void()> prepared);

  Ends take();

  /// The communication is over: forgets its ends. May be called by SimGrid.
  void release(Ends& ends);

  /// No message of the rank is on its way.
  bool idle() const { return under_way_ == 0; }

  /// Lets the last actor end. No message of the rank may be on its way.
  void finish();

 private:
  simgrid::s4u::Mailbox* any_;  ///< that they are made for; a message has one of its own
  std::size_t own_ = 0;
  std::size_t under_way_ = 0;
  std::shared_ptr<Batch> batch_;
};

class S4uComm;
class TopologyZone;
struct Transfer;

/// A send or receive of a rank that the rank has not yet waited for.
struct Operation {
  Waiting waiting;
  S4uComm* comm = nullptr;  ///< of the rank
  bool active = false;
  bool complete = false;
  double completed_s = 0;
  bool reported = false;  ///< as complete, by wait_any
  bool awaited = false;   ///< the rank is blocked until this or another operation is complete
  runtime::Message received;
  Operation* next = nullptr;  ///< of the receives that wait for a send
};

/// When a message begins to move.
enum class Protocol : unsigned char {
  eager,       ///< when it is sent, whether or not its receive is posted
  rendezvous,  ///< when it is sent and its receive is posted
};

/// A message on its way.
struct Transfer {
  int from = 0;
  int to = 0;
  int tag = 0;
  Protocol protocol = Protocol::eager;
  double bytes = 0;
  bool ready = false;  ///< its protocol lets it move
  bool arrived = false;
  double ready_s = 0;
  double started_s = 0;
  bool moving = false;    ///< ready and not past the links, perhaps after it has arrived
  bool received = false;  ///< arrived and matched
  runtime::Message message;
  Ends ends;
  S4uComm* comm = nullptr;  ///< of the sender
  Operation* send = nullptr;
  Operation* receive = nullptr;  ///< null until one matches
  Transfer* next = nullptr;      ///< of the sends that wait for a receive
  Transfer* behind = nullptr;    ///< the next message between the same ranks, if it is ready
  Delivery delivery{};           ///< if ports say when it arrives
  model::Pattern pattern = model::Pattern::exchange;  ///< in which it shares ports
  std::optional<std::uint32_t> tree_link{};           ///< of a message to or from a switch

  /// Whether the message of this delivery is still to arrive: memory is used again.
  bool awaits(std::uint64_t number) const { return delivery.number == number && !arrived; }
};

/// The messages on their way through the simulated network.
///
/// SimGrid offers waiting for a communication; but every wait searches a list of all that the actor
/// has not waited for, and creates an event. Instead, a callback of SimGrid says that a message has
/// arrived. For that, both ends of the communication must be posted; the sender posts both, on a
/// mailbox that always delivers to the receiver.
class Transfers {
 public:
  /// `many` on their way may end together. A rank needs at least `s_per_byte` to send a byte.
  Transfers(int ranks, std::size_t many, double s_per_byte)
      : mailboxes_(static_cast<std::size_t>(ranks)),
        loads_(static_cast<std::size_t>(ranks)),
        s_per_byte_(s_per_byte),
        step_(many) {}
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;
  ~Transfers();

  /// Messages to this rank arrive at the host of the actor. Once per rank, before the simulation
  /// starts.
  void set_actor(int rank, simgrid::s4u::ActorPtr actor);

  /// A message that does not move yet.
  Transfer& create(int from, int to, int tag, Protocol protocol, runtime::Message message,
                   Ends ends, Operation& send);

  /// The message begins; returns the time at which it is to be started.
  double begin(Transfer& transfer);

  /// Lets the message move. What it has waited for the one before it is part of its latency. Called
  /// by an actor, it lets other actors run.
  void start(Transfer& transfer, double waited_s);

  /// Its last byte has passed the links.
  void left_links(Transfer& transfer);

  ArrivalStep& step() { return step_; }

  /// Of a message that has arrived and was received.
  void release(Transfer& transfer) { free_.push_back(&transfer); }

 private:
  /// What a rank has on its way.
  struct Load {
    double messages = 0;
    double bytes = 0;
  };

  Load& load(const Transfer& transfer) { return loads_[static_cast<std::size_t>(transfer.from)]; }

  TopologyZone* zone_ = nullptr;
  std::vector<simgrid::s4u::Mailbox*> mailboxes_;
  std::vector<Load> loads_;  ///< by rank
  double s_per_byte_;
  std::deque<Transfer> transfers_;
  std::vector<Transfer*> free_;
  ArrivalStep step_;
};

}  // namespace sparlab::sim
