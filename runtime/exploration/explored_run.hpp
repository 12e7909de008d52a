#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/comm.hpp"

/// An engine that runs every order of messages in which ranks can notice a difference.
namespace sparlab::runtime::exploration {

/// When a send is complete.
enum class Sends : std::uint8_t {
  synchronous,  ///< once its receive is posted: a program that never stalls then, never does
  buffered,     ///< at once: every order of arrivals that any machine can give
};

/// A rank's `wait_any` completes the request at this place of its list.
struct Choice {
  int rank = 0;
  std::size_t request = 0;

  friend bool operator==(const Choice&, const Choice&) = default;
};

/// A state in which every rank has ended, waits for others, or waits in `wait_any` for one of
/// several requests, some of which can be completed.
struct Crossroads {
  std::vector<Choice> possible;  ///< by rank, then by request; never empty
  /// All choices of one rank, if each of its requests can be completed: what other ranks do first
  /// then makes no difference to it. Otherwise empty.
  std::vector<Choice> settled;
};

/// Takes one of the possible choices, or none to give the run up.
using Decide = std::function<std::optional<Choice>(const Crossroads&)>;

enum class Ending : std::uint8_t {
  finished,   ///< all ranks returned, and every message was received
  given_up,   ///< by Decide
  deadlock,   ///< ranks wait for each other
  left_over,  ///< all ranks returned, but not all requests were waited for or all messages received
  failed,     ///< a rank threw
};

struct RunResult {
  Ending ending = Ending::finished;
  std::string text;                 ///< of a deadlock or of what is left over
  std::exception_ptr failure = {};  ///< what a rank threw
};

class ExploredWorld;

/// Ranks that run a program again and again on their own stacks, on one thread. A rank runs until
/// it waits, and continues once what it waits for has happened. Between two choices the order in
/// which ranks run changes nothing, since a receive names its sender and its tag.
///
/// Time counts messages: each takes 1 from its send to its receive, and a rank sends one at a time.
/// Nothing else takes time, and no choice depends on it.
class ExploredRanks {
 public:
  /// Contract: size >= 1.
  ExploredRanks(int size, Sends sends);
  ~ExploredRanks();

  int size() const;

  /// One run of `program`, which must end whatever it receives.
  RunResult run(const std::function<void(Comm&)>& program, const Decide& decide);

 private:
  std::unique_ptr<ExploredWorld> world_;
};

}  // namespace sparlab::runtime::exploration
