#pragma once

#include <span>

#include "runtime/comm.hpp"

namespace sparlab::runtime {

/// An additional interface of Comms on which it is cheaper to wait for many requests together than
/// one after the other.
class AwaitsTogether {
 public:
  virtual ~AwaitsTogether() = default;

  /// Blocks until all pending requests can be completed without blocking. None of them is completed
  /// or reset, and the clock of a simulated rank stays.
  virtual void await_all(std::span<const Request> requests) = 0;
};

/// A hint before the requests are waited for one by one; other engines ignore it.
inline void await_all(Comm& comm, std::span<const Request> requests) {
  if (auto* const together = dynamic_cast<AwaitsTogether*>(&comm)) together->await_all(requests);
}

}  // namespace sparlab::runtime
