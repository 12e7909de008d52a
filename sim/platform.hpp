#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "model/base/local_work.hpp"
#include "model/base/placement.hpp"
#include "model/base/transport.hpp"
#include "model/topology/topology_description.hpp"
#include "runtime/comm.hpp"

namespace sparlab::sim {

/// Between ranks of one host.
struct InsideLink {
  double bandwidth_bytes_per_s = 0;
  double latency_s = 0;

  friend bool operator==(const InsideLink&, const InsideLink&) = default;
};

/// A machine as SimGrid sees it. Links are full duplex, but for `duplex`.
struct Platform {
  std::string name;
  model::TopologyDescription topology = model::Star{};

  /// Software cost of a message (LogGP's o), paid by the sending CPU and by the receiving CPU:
  /// overhead_s + overhead_s_per_byte * bytes; for larger messages alpha_s + beta_s_per_byte *
  /// bytes of their segment.
  double overhead_s = 0;
  double overhead_s_per_byte = 0;
  std::vector<model::Segment> larger_overhead{};
  /// Messages of at least this size leave only when their receive is posted.
  double rendezvous_bytes = std::numeric_limits<double>::infinity();

  /// The time of an exchange of large messages over that of one message: the two directions of a
  /// host's link share a capacity of 2 / duplex bandwidths. 1 is full duplex.
  double duplex = 1;
  /// The same by the size of a message: curves `exchange`, `all_to_all` (of a rank that has
  /// messages to several others on their way) and `tree`, over the time of a message in a stream.
  /// If `exchange` is not empty, it replaces `duplex`. A message whose factor is less than 1
  /// arrives before its last byte has passed the links, and one of more than 2 after that.
  model::Slowdowns slowdowns{};
  std::vector<model::Segment> stream{};  ///< if there are slow-downs; the first begins at 0

  /// Ranks on hosts. Where a host has several, they share its link to the network. Each has a link
  /// `inside` to the other ranks of its host; a message between them passes two.
  model::Placement placement{};
  InsideLink inside;
  double inside_duplex = 1;
  /// The overhead of messages inside a host, by size; the first segment begins at 0.
  std::vector<model::Segment> inside_overhead{};

  runtime::WorkRates rates{};
  model::WorkCurves work_curves{};  ///< where a kind of work has a curve, it replaces the rate

  /// SimGrid configuration. The default pins a network model in which a message of L bytes takes
  /// exactly latency + L/bandwidth; other models are the user's explicit choice.
  std::map<std::string, std::string> config = {
      {"network/model", "CM02"}, {"network/crosstraffic", "0"}, {"network/TCP-gamma", "0"}};

  friend bool operator==(const Platform&, const Platform&) = default;
};

}  // namespace sparlab::sim
