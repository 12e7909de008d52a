#include "model/costs/agreement_cost.hpp"

#include <bit>

namespace sparlab::model {

void add_agreement(Cost& cost, std::uint64_t ranks) {
  if (ranks <= 1) return;
  constexpr double kNumberBytes = 8;
  const auto rounds = static_cast<double>(std::bit_width(ranks - 1));
  cost.critical_path.push_back(
      {.name = "agree", .messages = rounds, .bytes_per_message = kNumberBytes, .work = {}});
  cost.total_messages += rounds * static_cast<double>(ranks);
  cost.total_bytes += rounds * static_cast<double>(ranks) * kNumberBytes;
}

}  // namespace sparlab::model
