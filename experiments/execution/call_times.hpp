#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sparlab::experiments {

/// When the consecutive calls of one period ended, without a barrier between them: a call lasts
/// from the moment at which the last rank left the one before until the last rank leaves it.
class CallTimes {
 public:
  explicit CallTimes(std::size_t calls) : ends_s_(calls, 0) {}

  /// A rank left call `call` so long after the first began.
  void add_end(std::size_t call, double end_s) { ends_s_[call] = std::max(ends_s_[call], end_s); }

  double longest_s() const {
    double longest_s = 0;
    double last_s = 0;
    for (const double end_s : ends_s_) {
      longest_s = std::max(longest_s, end_s - last_s);
      last_s = end_s;
    }
    return longest_s;
  }

 private:
  std::vector<double> ends_s_;
};

}  // namespace sparlab::experiments
