#pragma once

#include <cstdint>
#include <vector>

namespace sparlab::runtime::loggp {

/// What passed the links of a topology in one run.
struct LinkTraffic {
  std::vector<double> bytes;        ///< by directed link
  std::vector<double> group_bytes;  ///< by group of the sender x groups + group of the receiver
};

}  // namespace sparlab::runtime::loggp
