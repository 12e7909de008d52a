#pragma once

#include <functional>
#include <span>

#include "runtime/comm.hpp"

namespace sparlab::runtime {

/// An additional interface of Comms whose network has switches that compute.
///
/// The switches above the ranks are a tree, whose leaves are the ranks. A switch is a peer with a
/// number of its own, from size() on. It sends and receives as ranks do, but messages pass only the
/// edges of the tree, and work takes no time.
class Switches {
 public:
  /// What a switch runs. The second argument is the interface of the first.
  using Program = std::function<void(Comm&, Switches&)>;

  virtual ~Switches() = default;

  /// False for a decorator in front of a Comm without this interface.
  virtual bool compute() const { return true; }
  /// The number of the switch above; kNone at the root.
  virtual int parent() const = 0;
  static constexpr int kNone = -1;
  /// The numbers of those below, in the order of their lowest ranks.
  virtual std::span<const int> children() const = 0;
  /// Of a rank: every switch runs the program. All ranks call it, with equal programs. A program
  /// must not refer to the stack of its rank.
  virtual void run_at_switches(Program program) = 0;
};

/// The interface of `comm`, or null.
inline Switches* switches_of(Comm& comm) {
  auto* const switches = dynamic_cast<Switches*>(&comm);
  return switches != nullptr && switches->compute() ? switches : nullptr;
}

}  // namespace sparlab::runtime
