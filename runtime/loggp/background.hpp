#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sparlab::runtime::loggp {

/// Messages of other programs on the links of a topology, from before the ranks start until they
/// have returned. The senders do not react to them, except that each has a limited number on their
/// way.
struct Background {
  enum class Pattern : std::uint8_t {
    none,
    uniform,    ///< each message to another of the hosts, drawn at random
    neighbour,  ///< always to the next host
    opposite,   ///< always to the host half of all further
    incast,     ///< all to the first host
  };

  Pattern pattern = Pattern::none;
  /// Of the bandwidth of a host's link that the traffic offers; of `incast`, to the receiver.
  double load = 0;
  double bytes = 65536;                ///< of a message
  std::vector<std::uint32_t> hosts{};  ///< ascending; at least two
  std::uint64_t seed = 0;

  bool present() const { return pattern != Pattern::none && load > 0; }
  friend bool operator==(const Background&, const Background&) = default;
};

inline constexpr std::array<std::string_view, 5> kBackgroundNames = {"none", "uniform", "neighbour",
                                                                     "opposite", "incast"};
constexpr std::string_view name_of(Background::Pattern pattern) {
  return kBackgroundNames[static_cast<std::size_t>(pattern)];
}

/// What the senders of the background do. Senders are numbered as the hosts.
class BackgroundTraffic {
 public:
  /// `bytes_per_s` is that of the links of hosts.
  BackgroundTraffic(const Background& background, double bytes_per_s);

  std::uint32_t senders() const { return static_cast<std::uint32_t>(states_.size()); }
  std::uint32_t host(std::uint32_t sender) const { return background_.hosts[sender]; }
  double bytes() const { return background_.bytes; }
  /// The time from the start of the background to that of the ranks, after which it is steady.
  double lead_s() const { return kLeadMessages * message_s_; }

  /// The time until the sender's next message is due: exponential, so that the messages of a sender
  /// are a Poisson process. Infinite for a host that only receives.
  double next_due_s(std::uint32_t sender);
  /// The receiver of the sender's next message.
  std::uint32_t receiver(std::uint32_t sender);

  /// A message is due. False if as many as allowed are on their way: the message leaves when one of
  /// them has passed.
  bool may_send(std::uint32_t sender);
  void sent(std::uint32_t sender);
  /// A message has passed the network. True if the sender has one that waited for this.
  bool passed(std::uint32_t sender);

  std::uint64_t messages() const { return passed_; }

  std::size_t events = 0;  ///< of the background in the queue of events

 private:
  static constexpr double kLeadMessages = 50;
  static constexpr std::uint32_t kMostOnTheirWay = 64;

  struct Sender {
    std::uint64_t drawn = 0;
    std::uint32_t on_their_way = 0;
    bool waits = false;
  };

  double share(std::uint32_t sender);

  const Background& background_;
  double message_s_;   ///< of a message on a host's link
  double interval_s_;  ///< mean time between two messages of a sender
  std::vector<Sender> states_;
  std::uint64_t passed_ = 0;
};

}  // namespace sparlab::runtime::loggp
