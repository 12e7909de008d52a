#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "model/base/order_statistics.hpp"

namespace sparlab::experiments {

/// End times of the consecutive calls of one period, without barriers between them. A call lasts
/// from the moment when the last rank left the previous call until the last rank leaves this one.
class CallTimes {
 public:
  explicit CallTimes(std::size_t calls) : ends_s_(calls, 0) {}

  /// Records that a rank left call `call` at this time after the beginning of the first call.
  void add_end(std::size_t call, double end_s) { ends_s_[call] = std::max(ends_s_[call], end_s); }

  double longest_s() const { return std::ranges::max(times_s()); }
  double median_s() const { return model::median(times_s()); }

 private:
  std::vector<double> times_s() const {
    std::vector<double> times_s(ends_s_.size());
    std::adjacent_difference(ends_s_.begin(), ends_s_.end(), times_s.begin());
    return times_s;
  }

  std::vector<double> ends_s_;
};

}  // namespace sparlab::experiments
