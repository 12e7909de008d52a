#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/local_work.hpp"
#include "model/base/partners.hpp"
#include "model/base/placement.hpp"
#include "model/base/shared_links.hpp"
#include "model/base/transport.hpp"

namespace sparlab::model {

/// What the messages of an allreduce carry of the values that it adds.
enum class Moved : std::uint8_t {
  all,         ///< values for all indices, zeros included
  nonzeros,    ///< all entries, as values of full width
  nonneutral,  ///< the same without sums that have become zero
  compressed,  ///< fewer bits than the values
};

/// Several ranks on a host. A message inside a host uses no network port. The bytes of messages
/// that leave a host share its port; each rank starts its own, so that their alphas overlap.
struct SharedHosts {
  Placement placement{};
  std::vector<Segment> inside{};  ///< messages inside a host; the first begins at 0
  Slowdowns inside_slowdowns{};

  bool present() const { return placement.shares_ports(); }
  double inside_s(double bytes, Pattern pattern) const;
  friend bool operator==(const SharedHosts&, const SharedHosts&) = default;
  friend auto operator<=>(const SharedHosts&, const SharedHosts&) = default;
};

/// The alpha-beta machine: a message of L bytes occupies one port of the sender and one of the
/// receiver for alpha + beta*L seconds, and longer where its pattern slows it down.
struct Machine {
  double alpha_s = 0;             ///< of the smallest messages
  double beta_s_per_byte = 0;     ///< of the smallest messages
  std::vector<Segment> larger{};  ///< of larger messages, from_bytes ascending
  Slowdowns slowdowns{};
  Gammas gammas{};
  SharedHosts hosts{};
  HostGroups groups{};  ///< of the hosts of hosts.placement
  SharedLinks links{};  ///< none: alpha and beta contain what links do
  /// A port that receives several messages at once shares its capacity among them, as TCP does,
  /// instead of taking one after the other. Only where ranks have hosts of their own.
  bool receiving_shared = false;

  double alpha(double bytes) const {
    const Segment* const segment = segment_at(larger, bytes);
    return segment == nullptr ? alpha_s : segment->alpha_s;
  }
  double beta(double bytes) const {
    const Segment* const segment = segment_at(larger, bytes);
    return segment == nullptr ? beta_s_per_byte : segment->beta_s_per_byte;
  }
  /// beta of the largest messages: 1 / bandwidth.
  double asymptotic_beta() const {
    return larger.empty() ? beta_s_per_byte : larger.back().beta_s_per_byte;
  }
  double least_alpha() const;
  double least_beta() const;

  /// The time of a message that has its ports to itself.
  double message_s(double bytes) const { return alpha(bytes) + beta(bytes) * bytes; }
  /// Of a rank's message to another group, while all ranks of its host send through the network.
  double message_s(double bytes, Pattern pattern) const {
    const double links_s = links.all.seconds(bytes);
    if (!hosts.present() && !groups.present())
      return message_s(bytes) * slowdown_at(slowdowns.of(pattern), bytes) + links_s;
    return message_s(bytes, pattern, static_cast<double>(hosts.placement.ranks_per_host)) +
           between_groups_s(bytes, pattern) + links_s;
  }
  /// What a message to another group takes longer.
  double between_groups_s(double bytes, Pattern pattern) const {
    return groups.alpha(bytes) * slowdown_at(slowdowns.of(pattern), bytes);
  }
  /// Of a message within a group, where `sharing` messages pass the port of a host at the same
  /// time.
  double message_s(double bytes, Pattern pattern, double sharing) const {
    return (alpha(bytes) + sharing * beta(bytes) * bytes) *
           slowdown_at(slowdowns.of(pattern), bytes);
  }
};

/// One step of an algorithm on the slowest rank: `messages` messages of `bytes_per_message` bytes
/// each through one port, one after the other, and the local work. Hidden work takes time only
/// where it lasts longer than the messages.
struct Stage {
  std::string name;
  double messages = 0;
  double bytes_per_message = 0;
  LocalWork work = {};
  LocalWork hidden = {};  ///< done while the messages travel
  Pattern pattern = Pattern::exchange;
  Partners partners = {};  ///< matters where ranks share hosts or links, or hosts are in groups

  /// Becomes that of a message of `bytes` bytes, and returns true, if it is a larger one.
  bool raise(double bytes, const LocalWork& its_work) {
    if (bytes <= bytes_per_message) return false;
    bytes_per_message = bytes;
    work = its_work;
    return true;
  }

  double communication_s(const Machine& machine) const;
  /// Of the messages, those that join two groups; all of them if partners are not known.
  double messages_between_groups(const HostGroups& groups, const Placement& placement) const;
  /// The part of it that messages between groups of hosts take longer than others.
  double between_groups_s(const Machine& machine) const;
  /// The part of it that routes and busy links add.
  double links_s(const SharedLinks& links) const;
  double seconds(const Machine& machine) const;
};

/// A step without messages.
inline Stage local_stage(std::string name, const LocalWork& work) {
  return {.name = std::move(name), .work = work};
}

/// The cost of one collective.
struct Cost {
  std::vector<Stage> critical_path;
  double total_messages = 0;  ///< sent by all ranks together
  double total_bytes = 0;     ///< sent by all ranks together
  bool dense_result = false;  ///< the result is a dense stream

  /// Adds messages to the totals.
  void count(double sent_messages, double bytes_each) {
    total_messages += sent_messages;
    total_bytes += sent_messages * bytes_each;
  }

  double messages() const;  ///< alpha term: messages on the critical path
  double bytes() const;     ///< beta term: bytes on the critical path
  LocalWork work() const;   ///< gamma term, hidden work included
  double seconds(const Machine& machine) const;
  /// Appends a step of all ranks; dense_result becomes that of `rest`.
  void append(const Cost& rest);
};

/// A cluster node on a 100 Gbit/s network, for those who give no machine of their own: 1.5 us and
/// 10 GB/s, and the local work of one core of about 3 GHz (platform piz-daint's).
const Machine& typical_machine();

/// Adds `share` of the cost to a mean over several kinds of calls.
void add_share(Cost& mean, const Cost& cost, double share);

/// One summand of the time of a stage: `count` units that take `unit_s` seconds each.
struct CostTerm {
  enum class Kind : std::uint8_t {
    latency,    ///< messages, alpha
    transfer,   ///< bytes, beta
    ports,      ///< what patterns, shared ports, groups of hosts and links add
    merge,      ///< entries
    scatter,    ///< entries
    dense_sum,  ///< elements
    copy,       ///< bytes
    select,     ///< entries
  };

  Kind kind = Kind::latency;
  double count = 0;   ///< 0 for ports
  double unit_s = 0;  ///< 0 for ports
  double seconds = 0;
  double bytes = 0;  ///< of latency, transfer and ports: the size of a message
  Pattern pattern = Pattern::exchange;
  bool inside = false;  ///< of latency and transfer: the messages stay in a host
  bool faster = false;  ///< of latency and transfer: the pattern makes messages faster
};

/// "latency", "transfer", and so on.
std::string_view name_of(CostTerm::Kind kind);

/// The summands of Stage::seconds: messages that leave a host, those inside, ports, work. None is
/// negative, and their sum is that time. Messages count as what they pass on the slowest rank, work
/// that is done while they travel as far as it lasts longer than they do.
std::vector<CostTerm> terms_of(const Stage& stage, const Machine& machine);

}  // namespace sparlab::model
