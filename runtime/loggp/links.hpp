#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/topology/topology.hpp"

namespace sparlab::runtime::loggp {

/// The directed links of a topology and when each is free. A link carries one message after the
/// other, in the order in which their first bytes reach it.
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
      links_.push_back({0, topology.class_of(link), ends < topology.hosts() ? ends : kBetween});
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

  /// Passes a message whose first byte comes at `comes_s`.
  Passage pass(std::uint32_t link, double comes_s, double bytes) {
    Link& passed = links_[link];
    const Class& of = classes_[passed.link_class];
    const double work_s = bytes * of.s_per_byte;
    const double begin_s = std::max(comes_s, passed.free_s);
    double end_s = begin_s + work_s;
    if (!shared_free_s_.empty() && passed.host != kBetween) {
      double& shared_free_s = shared_free_s_[passed.host];
      shared_free_s = std::max(begin_s, shared_free_s) + shared_part_ * work_s;
      end_s = std::max(end_s, shared_free_s);
    }
    passed.free_s = end_s;
    return {begin_s, begin_s + of.latency_s, end_s, end_s + of.latency_s};
  }

  double free_s(std::uint32_t link) const { return links_[link].free_s; }
  double s_per_byte(std::uint32_t link) const {
    return classes_[links_[link].link_class].s_per_byte;
  }
  double latency_s(std::uint32_t link) const { return classes_[links_[link].link_class].latency_s; }

 private:
  static constexpr std::uint32_t kBetween = UINT32_MAX;  ///< between switches

  struct Link {
    double free_s;
    std::uint32_t link_class;
    std::uint32_t host;
  };
  struct Class {
    double s_per_byte;
    double latency_s;
  };

  std::vector<Link> links_;
  std::vector<Class> classes_;
  std::vector<double> shared_free_s_;  ///< by host; empty: full duplex
  double shared_part_ = 0;
};

}  // namespace sparlab::runtime::loggp
