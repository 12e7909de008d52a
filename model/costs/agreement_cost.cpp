#include "model/costs/agreement_cost.hpp"

#include <algorithm>
#include <bit>

namespace sparlab::model {
namespace {

constexpr double kNumberBytes = 8;

void add_rounds(Cost& cost, std::uint64_t ranks, Stage stage) {
  cost.total_messages += stage.messages * static_cast<double>(ranks);
  cost.total_bytes += stage.messages * stage.bytes_per_message * static_cast<double>(ranks);
  cost.critical_path.push_back(std::move(stage));
}

}  // namespace

void add_agreement(Cost& cost, std::uint64_t ranks, std::uint64_t numbers) {
  if (ranks <= 1) return;
  add_rounds(cost, ranks,
             {.name = "agree",
              .messages = static_cast<double>(std::bit_width(ranks - 1)),
              .bytes_per_message = kNumberBytes * static_cast<double>(numbers),
              .work = {}});
}

void add_count_gather(Cost& cost, std::uint64_t ranks) {
  for (std::uint64_t distance = 1; distance < ranks; distance *= 2) {
    const std::uint64_t sent = std::min(distance, ranks - distance);
    add_rounds(cost, ranks,
               {.name = "gather_counts",
                .messages = 1,
                .bytes_per_message = kNumberBytes * static_cast<double>(sent),
                .work = {}});
  }
}

}  // namespace sparlab::model
