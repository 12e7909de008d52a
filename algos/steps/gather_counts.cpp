#include "algos/steps/gather_counts.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "algos/steps/numbers.hpp"

namespace sparlab::algos {

std::vector<double> gather_counts(runtime::Comm& comm, double own) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  comm.enter_phase("gather_counts");
  std::vector<double> counts{own};  // of ranks rank, rank + 1, ... (modulo P)
  while (counts.size() < ranks) {
    const std::size_t distance = counts.size();
    const std::size_t sent = std::min(distance, ranks - distance);
    const auto received =
        numbers_of<double>(exchange(comm, static_cast<int>((rank + ranks - distance) % ranks),
                                    message_of(std::span<const double>(counts).first(sent)),
                                    static_cast<int>((rank + distance) % ranks)),
                           sent);
    counts.insert(counts.end(), received.begin(), received.end());
  }
  for (const double count : counts) {
    if (!std::isfinite(count) || count < 0) throw WireError("gather_counts: not a count");
  }
  std::rotate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>((ranks - rank) % ranks),
              counts.end());
  return counts;
}

}  // namespace sparlab::algos
