#pragma once

#include <utility>

#include "runtime/comm.hpp"

namespace sparlab::runtime {

/// What a Comm offers beside if its engine copies the bytes that it receives: to copy them to where
/// they belong.
class PlacedReceives {
 public:
  virtual ~PlacedReceives() = default;

  /// As Comm::irecv. A message of just the size of `place` may arrive there, and is `place` then;
  /// any other arrives elsewhere. Until the request has been waited for, nobody touches these
  /// bytes.
  virtual Request irecv_into(Message place, int from, int tag) = 0;
};

/// The same on any engine, where it is a hint: only a comparison tells where the message lies.
inline Request irecv_into(Comm& comm, Message place, int from, int tag = 0) {
  if (auto* placing = dynamic_cast<PlacedReceives*>(&comm)) {
    return placing->irecv_into(std::move(place), from, tag);
  }
  return comm.irecv(from, tag);
}

}  // namespace sparlab::runtime
