#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

/// Random delays of a simulated run.
namespace sparlab::runtime::loggp {

/// A distribution of delays, none of which is negative.
struct Delays {
  enum class Kind : std::uint8_t {
    none,         ///< no delay
    uniform,      ///< 0 to twice the mean
    exponential,  ///< of this mean
    normal,       ///< of this mean and deviation, truncated at 0
    lognormal,    ///< of this median and 90th percentile
  };

  Kind kind = Kind::none;
  double typical = 0;  ///< mean or median
  double spread = 0;   ///< normal: the deviation; lognormal: the 90th percentile

  /// The delay that a share of all delays, in (0, 1), does not exceed.
  double quantile(double share) const;
  friend bool operator==(const Delays&, const Delays&) = default;
};

/// What delays the ranks and messages of a run.
struct Noise {
  Delays start{};                       ///< of ranks, before their program begins
  std::vector<double> start_by_rank{};  ///< instead: of the first ranks; the others have no delay

  /// Of messages, beyond L and without use of a port. A message does not overtake an earlier one
  /// between the same ranks. Messages inside a host, and to oneself, have no delay.
  Delays message{};
  bool relative = false;  ///< these are multiples of the time of the message alone
  bool alike = false;     ///< a run has one of these delays for all its messages

  std::uint64_t seed = 0;

  bool delays_starts() const { return start.kind != Delays::Kind::none || !start_by_rank.empty(); }
  bool delays_messages() const { return message.kind != Delays::Kind::none; }
  bool present() const { return delays_starts() || delays_messages(); }
  /// True if runs with different seeds differ.
  bool random() const { return start.kind != Delays::Kind::none || delays_messages(); }
  double start_s(int rank) const;
};

/// The delays of the messages of one run.
class MessageDelays {
 public:
  MessageDelays(const Noise& noise, int ranks);

  bool present() const { return !sent_.empty(); }
  /// The delay of the sender's next message, which takes `alone_s` without it.
  double next_s(int from, double alone_s);
  /// When a message arrives that would arrive at `arrives_s` if it could overtake.
  double in_order_s(int from, int to, double arrives_s);

 private:
  const Noise& noise_;
  std::vector<std::uint64_t> sent_;                      ///< by sender
  std::unordered_map<std::uint64_t, double> arrived_s_;  ///< latest, by sender and receiver
};

}  // namespace sparlab::runtime::loggp
