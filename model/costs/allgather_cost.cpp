#include "model/costs/allgather_cost.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace sparlab::model {
namespace {

Stage round_of(std::uint64_t streams, double slowest_bytes) {
  Stage stage{.name = "allgather", .messages = 1, .bytes_per_message = slowest_bytes, .work = {}};
  if (streams > 1) stage.work.copied_bytes = slowest_bytes;  // several streams are packed into one
  return stage;
}

}  // namespace

void add_allgather(Cost& cost, const std::vector<double>& block_bytes) {
  const std::size_t ranks = block_bytes.size();
  const bool doubling = std::has_single_bit(ranks);
  std::vector<double> prefix(2 * ranks + 1, 0.0);  // twice around, for intervals that wrap
  for (std::size_t i = 0; i < 2 * ranks; ++i) prefix[i + 1] = prefix[i] + block_bytes[i % ranks];

  for (std::size_t distance = 1; distance < ranks; distance *= 2) {
    const std::size_t sent = std::min(distance, ranks - distance);
    double slowest = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const std::size_t first = doubling ? rank & ~(distance - 1) : rank;
      const double bytes = prefix[first + sent] - prefix[first];
      slowest = std::max(slowest, bytes);
      cost.total_bytes += bytes;
    }
    cost.total_messages += static_cast<double>(ranks);
    cost.critical_path.push_back(round_of(sent, slowest));
  }
}

void add_even_allgather(Cost& cost, std::uint64_t ranks, double block_bytes) {
  for (std::uint64_t distance = 1; distance < ranks; distance *= 2) {
    const std::uint64_t sent = std::min(distance, ranks - distance);
    const double bytes = static_cast<double>(sent) * block_bytes;
    cost.total_messages += static_cast<double>(ranks);
    cost.total_bytes += static_cast<double>(ranks) * bytes;
    cost.critical_path.push_back(round_of(sent, bytes));
  }
}

}  // namespace sparlab::model
