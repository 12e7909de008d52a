#pragma once

#include <string>
#include <vector>

#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

/// Records of one engine at one position that know what passed the links, the fastest first.
struct LinkUses {
  experiments::Engine engine = experiments::Engine::loggp;
  double position = 0;
  std::vector<const experiments::Record*> records;  ///< not empty
  std::vector<std::string> classes;  ///< of links that carried anything, those most used first
};

/// By engine, then by position. Empty if no record has link statistics.
std::vector<LinkUses> link_uses(const Panel& panel);

/// The traffic of a class in a record; null if it has no such class.
const experiments::LinkClassTraffic* class_traffic(const experiments::Record& record,
                                                   const std::string& link_class);

/// The number of groups between which anything passed, counted from the first: the part of the
/// matrix of groups that is worth showing.
std::size_t used_groups(const experiments::LinkStatistics& links);

}  // namespace sparlab::analysis
