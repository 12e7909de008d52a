#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/topology/topology_description.hpp"

namespace sparlab::report {

/// A place in a picture, in points from its upper left corner.
struct PicturePlace {
  double x = 0;
  double y = 0;
};

/// Where the parts of a topology are drawn. A large topology has some groups in detail, and a node
/// for each group.
struct TopologyLayout {
  double width = 0;
  double height = 0;
  /// By vertex: hosts and switches that are drawn. A switch of a group that is one node is there,
  /// and has no symbol of its own.
  std::vector<std::optional<PicturePlace>> vertices;
  std::vector<std::uint32_t> without_symbol;  ///< ascending switches
  /// Cables between places in one row or column that are longer than this are arcs, so that they do
  /// not pass the switches between them; 0: all cables are straight.
  double longest_straight = 0;

  struct Group {
    PicturePlace at;
    std::uint32_t number = 0;
    bool in_detail = false;
  };
  std::vector<Group> groups;
  /// Pairs of elements of `groups` that cables of class `between` join.
  std::vector<std::pair<std::size_t, std::size_t>> joined;
  std::uint32_t between = 0;

  struct Heading {
    PicturePlace at;
    std::string text;
  };
  std::vector<Heading> headings;
  std::vector<std::string> left_out;  ///< what is not drawn: "128 of 4096 hosts"
};

/// The most groups that are drawn in detail.
inline constexpr std::uint32_t kMostDetailedGroups = 4;

/// `detailed` groups in detail, or all if there are fewer.
TopologyLayout lay_out(const model::TopologyDescription& description,
                       const model::Topology& topology, std::uint32_t detailed);

}  // namespace sparlab::report
