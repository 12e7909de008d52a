#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

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

}  // namespace sparlab::sim
