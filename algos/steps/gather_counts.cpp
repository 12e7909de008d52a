#include "algos/steps/gather_counts.hpp"

#include <cmath>
#include <span>

#include "algos/steps/allgather_blocks.hpp"
#include "algos/steps/numbers.hpp"

namespace sparlab::algos {

std::vector<double> gather_counts(runtime::Comm& comm, double own) {
  comm.enter_phase("gather_counts");
  auto counts = allgather_blocks(
      comm, own, [](std::span<const double> held) { return message_of(held); },
      [](const runtime::Message& message, std::size_t, std::size_t count) {
        return numbers_of<double>(message, count);
      });
  for (const double count : counts) {
    if (!std::isfinite(count) || count < 0) throw WireError("gather_counts: not a count");
  }
  return counts;
}

}  // namespace sparlab::algos
