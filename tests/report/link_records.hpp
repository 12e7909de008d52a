#pragma once

#include "tests/report/sweep_records.hpp"

namespace sparlab::tests {

/// A record whose links of class "fast" carry `bytes`, the busiest of them at 80 %.
inline experiments::Record with_links(experiments::Record record, double bytes) {
  experiments::LinkStatistics links;
  links.classes = {{"slow", 4, 0, 0, 0}, {"fast", 8, bytes, 0.25, 0.8}};
  links.busiest = {{"switch 1", "switch 7", "fast", bytes / 2, 0.8}};
  links.groups = 3;
  links.group_bytes = {bytes, 2 * bytes, 0, 0, bytes, 0, 0, 0, 0};
  record.links = links;
  return record;
}

/// Two algorithms at two densities; the ring is the slower one.
inline std::vector<experiments::Record> records_with_links() {
  std::vector<experiments::Record> records;
  for (const double density : {0.01, 0.1, 0.5}) {
    records.push_back(
        with_links(record_of(experiments::Engine::loggp, "dense_ring", density, 2), 4e6));
    records.push_back(
        with_links(record_of(experiments::Engine::loggp, "sparse_ring", density, 1), 2e6));
  }
  return records;
}

}  // namespace sparlab::tests
