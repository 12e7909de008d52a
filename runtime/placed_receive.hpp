#pragma once

#include <utility>

#include "runtime/comm.hpp"

namespace sparlab::runtime {

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
  if (auto* placing = dynamic_cast<PlacedReceives*>(&comm)) {
    return placing->irecv_into(std::move(place), from, tag);
  }
  return comm.irecv(from, tag);
}

}  // namespace sparlab::runtime
