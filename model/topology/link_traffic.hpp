#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/topology/topology.hpp"

namespace sparlab::model {

/// What passed the links of a topology in one run.
struct LinkTraffic {
  std::vector<double> bytes;        ///< by directed link
  std::vector<double> group_bytes;  ///< by group of the sender x groups + group of the receiver

  /// False if nothing is counted.
  bool counted() const { return !bytes.empty(); }

  void count(const Topology& topology) {
    bytes.resize(topology.links());
    group_bytes.resize(std::size_t{topology.groups()} * topology.groups());
  }

  /// A message of a host to another one.
  void add_message(const Topology& topology, std::uint32_t from, std::uint32_t to,
                   double wire_bytes) {
    group_bytes[std::size_t{topology.group_of(from)} * topology.groups() + topology.group_of(to)] +=
        wire_bytes;
  }

  void add_passage(std::uint32_t link, double wire_bytes) { bytes[link] += wire_bytes; }
};

}  // namespace sparlab::model
