#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/message.hpp"

namespace sparlab::runtime {

/// Kinds of local work that simulated engines charge by gamma (see model::Gammas for the units).
enum class WorkKind : unsigned char {
  merge,      ///< entries of both inputs of a sparse merge
  scatter,    ///< entries added into a dense block
  dense_sum,  ///< elements of one input of a dense sum
  copy,       ///< bytes moved
  select,     ///< entries from which a selector chooses
};
inline constexpr std::size_t kWorkKinds = 5;

struct Work {
  WorkKind kind;
  double count;
};

/// Seconds per unit of each kind, indexed by WorkKind.
using WorkRates = std::array<double, kWorkKinds>;

/// Failure of an engine; the text names the operation and the peer.
class CommError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One pending send or receive. Null after it has been waited for. Every request must be waited
/// for.
class Request {
 public:
  Request() = default;
  explicit Request(std::uint64_t id) : id_(id) {}
  Request(Request&& other) noexcept : id_(std::exchange(other.id_, kNull)) {}
  Request& operator=(Request&& other) noexcept {
    id_ = std::exchange(other.id_, kNull);
    return *this;
  }

  bool pending() const { return id_ != kNull; }
  std::uint64_t id() const { return id_; }
  void reset() { id_ = kNull; }

 private:
  static constexpr std::uint64_t kNull = ~std::uint64_t{0};
  std::uint64_t id_ = kNull;
};

/// An algorithm's view of the machine: its rank, its peers and its clock.
///
/// Every engine implements this class, and an algorithm cannot tell which one it runs on. Messages
/// between a pair of ranks with the same tag arrive in the order in which they were sent, and match
/// receives in the order in which the receives were posted.
class Comm {
 public:
  virtual ~Comm() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// Seconds: wall clock or simulated.
  virtual double now() const = 0;

  /// Starts sending. Algorithms may not rely on buffered sends: on any engine a send may complete
  /// only after its receive is posted, so a correct program posts its receive before it waits for
  /// its send. Sending to oneself is legal.
  virtual Request isend(int to, Message message, int tag = 0) = 0;

  /// Starts receiving; the length comes with the message.
  virtual Request irecv(int from, int tag = 0) = 0;

  /// Completes the request and resets it. Returns what was received; an empty message for a send.
  virtual Message wait(Request& request) = 0;

  /// Blocks until one of the pending requests can be completed without blocking, and returns its
  /// position; `wait` then completes it. At least one of them must be pending.
  virtual std::size_t wait_any(std::span<Request> requests) = 0;

  /// Tells a simulated engine how much local work was done. Real engines ignore it: there the work
  /// itself takes the time.
  virtual void charge(Work work) = 0;

  /// Names the phase that starts here, for per-phase counts and traces. Engines ignore it.
  virtual void enter_phase(std::string_view /*name*/) {}
};

/// Blocking send.
void send(Comm& comm, int to, Message message, int tag = 0);

/// Blocking receive.
Message receive(Comm& comm, int from, int tag = 0);

/// Sends to one rank while receiving from another (or the same); full duplex.
Message exchange(Comm& comm, int to, Message message, int from, int tag = 0);

/// Waits for all requests; returns the received messages in the order of the requests.
std::vector<Message> wait_all(Comm& comm, std::span<Request> requests);

/// Dissemination barrier: ceil(log2 P) rounds of empty messages; the same on every engine.
void barrier(Comm& comm, int tag = 0);

/// An additional interface of Comms whose engine copies received bytes: it can copy them to their
/// final place.
class PlacedReceives {
 public:
  virtual ~PlacedReceives() = default;

  /// Like Comm::irecv. A message of exactly the size of `place` may be received there, and is then
  /// `place`; any other is received elsewhere. These bytes must not be touched until the request
  /// has been waited for.
  virtual Request irecv_into(Message place, int from, int tag) = 0;
};

/// The same on any engine. It is a hint: compare addresses to see where the message lies.
inline Request irecv_into(Comm& comm, Message place, int from, int tag = 0) {
  if (auto* placing = dynamic_cast<PlacedReceives*>(&comm))
    return placing->irecv_into(std::move(place), from, tag);
  return comm.irecv(from, tag);
}

}  // namespace sparlab::runtime
