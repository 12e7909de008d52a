#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "model/base/local_work.hpp"
#include "model/base/placement.hpp"
#include "model/base/transport.hpp"
#include "runtime/comm.hpp"

namespace sparlab::sim {

struct LinkClass {
  double bandwidth_bytes_per_s = 0;
  double latency_s = 0;

  friend bool operator==(const LinkClass&, const LinkClass&) = default;
};

/// A machine as SimGrid sees it. Links are split duplex: each direction has the full bandwidth, but
/// for `duplex`.
struct Platform {
  enum class Topology {
    star,       ///< every host has one link (`node`) to an ideal switch
    dragonfly,  ///< of groups, chassis and routers; every link class has its own rate and latency
  };

  std::string name;
  Topology topology = Topology::star;
  int hosts = 0;

  LinkClass node;   ///< host to switch or router
  LinkClass green;  ///< router to router in a chassis (dragonfly rank 1)
  LinkClass black;  ///< router to router across chassis of a group (rank 2)
  LinkClass blue;   ///< group to group (rank 3)
  int groups = 0;
  int chassis_per_group = 0;
  int routers_per_chassis = 0;
  int nodes_per_router = 0;

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

  /// Ranks on hosts. Where a host has several, they share its link to the network. Each has a link
  /// of class `inside` to the other ranks of its host; a message between them passes two.
  model::Placement placement{};
  LinkClass inside;
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
