#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "model/topology/topology.hpp"
#include "runtime/loggp/fair_shares.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/trip.hpp"

namespace sparlab::runtime::loggp {

/// The directed links of a topology and when each is free. A host's link carries one message after
/// the other, in the order in which their first bytes reach it. Links between switches are shared
/// equally by pairs of ranks, except that a short message passes as a whole.
///
/// Where the two directions of a host's cable share a capacity, as in TCP, a message passes this
/// capacity together with the first and with the last link of its route.
class Links {
 public:
  /// Both directions of a host's cable together carry 2 / duplex of its bandwidth.
  Links(const model::Topology& topology, double duplex) {
    for (const model::LinkClass& link_class : topology.classes())
      classes_.push_back({1 / link_class.bytes_per_s, link_class.latency_s});
    for (std::uint32_t link = 0; link < topology.links(); ++link) {
      const std::uint32_t ends = std::min(topology.source(link), topology.target(link));
      links_.push_back({.link_class = topology.class_of(link),
                        .host = ends < topology.hosts() ? ends : kBetween});
      if (ends >= topology.hosts()) any_shared_ = true;
    }
    if (duplex > 1) {
      shared_free_s_.resize(topology.hosts());
      shared_part_ = duplex / 2;
    }
  }

  struct Passage {
    double begin_s;  ///< when the first byte enters the link
    double head_s;   ///< when the first byte reaches the end of it
    double end_s;    ///< when the link is free again
    double tail_s;   ///< when the last byte reaches the end of it, unless it came late
  };

  /// Whether there are links that messages share, so that short ones overtake long ones.
  bool any_shared() const { return any_shared_; }

  /// Whether a message of so many bytes shares the link with others.
  bool shares(std::uint32_t link, double bytes) const {
    return bytes > kShortBytes && links_[link].host == kBetween;
  }

  /// Whether the send of a message of so many bytes ends when the message arrives: it leaves its
  /// host no faster than shared links carry it. Otherwise it ends when its last byte has left.
  bool holds_sender(double bytes) const { return any_shared_ && bytes > kShortBytes; }

  /// The first byte of a trip that shares the link comes. Its end depends on what comes later.
  Passage join(std::uint32_t link, double comes_s, const Trip& trip, std::uint32_t index) {
    Link& joined = links_[link];
    const Class& of = classes_[joined.link_class];
    if (joined.shares == kNone) {
      joined.shares = static_cast<std::uint32_t>(shares_.size());
      shares_.emplace_back(of.s_per_byte);
    }
    shares_[joined.shares].join(comes_s, trip.wire_bytes, trip.latency_s, trip.pair(), index);
    occupy(joined, comes_s, trip.wire_bytes * of.s_per_byte);
    return {comes_s, comes_s + of.latency_s, comes_s, comes_s + of.latency_s};
  }

  /// Of a link that a message has joined.
  FairShares& shares_of(std::uint32_t link) { return shares_[links_[link].shares]; }

  /// Passes a message as a whole. Its first byte comes at `comes_s`.
  Passage pass(std::uint32_t link, double comes_s, double bytes) {
    Link& passed = links_[link];
    const Class& of = classes_[passed.link_class];
    const double work_s = bytes * of.s_per_byte;
    const double begin_s = std::max(comes_s, passed.turn_s);
    double end_s = begin_s + work_s;
    if (!shared_free_s_.empty() && passed.host != kBetween) {
      double& shared_free_s = shared_free_s_[passed.host];
      shared_free_s = std::max(begin_s, shared_free_s) + shared_part_ * work_s;
      end_s = std::max(end_s, shared_free_s);
    }
    passed.turn_s = end_s;
    occupy(passed, comes_s, work_s);
    if (passed.shares != kNone) shares_[passed.shares].pause(comes_s, work_s);
    return {begin_s, begin_s + of.latency_s, end_s, end_s + of.latency_s};
  }

  /// When a link will have passed all that has reached it.
  double free_s(std::uint32_t link) const { return links_[link].free_s; }
  double s_per_byte(std::uint32_t link) const {
    return classes_[links_[link].link_class].s_per_byte;
  }
  double latency_s(std::uint32_t link) const { return classes_[links_[link].link_class].latency_s; }

 private:
  static constexpr std::uint32_t kBetween = UINT32_MAX;  ///< between switches
  /// On common networks, so many bytes take a tenth of a latency or less, so sharing would change
  /// little. It would cost events and memory for each of the millions of short messages that many
  /// ranks send in a split.
  static constexpr double kShortBytes = 256;

  struct Link {
    double turn_s = 0;  ///< when the next message that passes as a whole may begin
    double free_s = 0;
    std::uint32_t link_class;
    std::uint32_t host;
    std::uint32_t shares = kNone;
  };
  struct Class {
    double s_per_byte;
    double latency_s;
  };

  static void occupy(Link& link, double comes_s, double work_s) {
    link.free_s = std::max(link.free_s, comes_s) + work_s;
  }

  std::vector<Link> links_;
  std::vector<Class> classes_;
  std::deque<FairShares> shares_;  ///< of the links that have been shared
  bool any_shared_ = false;
  std::vector<double> shared_free_s_;  ///< by host; empty: full duplex
  double shared_part_ = 0;
};

}  // namespace sparlab::runtime::loggp
