#include "sim/stall.hpp"

#include <fmt/format.h>

namespace sparlab::sim {
namespace {

constexpr std::size_t kRanksNamed = 8;

}  // namespace

std::string StallTable::describe() const {
  std::string text;
  std::size_t blocked = 0;
  for (std::size_t lane = 0; lane < rows_.size(); ++lane) {
    const Row& row = rows_[lane];
    if (row.any_of.empty()) continue;
    if (++blocked > kRanksNamed) continue;
    text += fmt::format("{}rank {} waits for ", text.empty() ? "" : "; ", lane % ranks_);
    for (std::size_t i = 0; i < row.any_of.size() && i < kRanksNamed; ++i) {
      text += (i == 0 ? "" : " or ") + describe(row.any_of[i], lane - lane % ranks_);
    }
    if (row.any_of.size() > kRanksNamed) {
      text += fmt::format(" or one of {} more", row.any_of.size() - kRanksNamed);
    }
  }
  if (blocked > kRanksNamed) text += fmt::format("; {} more ranks wait", blocked - kRanksNamed);
  return text;
}

std::string StallTable::describe(const Waiting& waiting, std::size_t lane_of_0) const {
  const bool gone = rows_[lane_of_0 + static_cast<std::size_t>(waiting.peer)].finished;
  return fmt::format("a message {} rank {} (tag {}{})",
                     waiting.what == Waiting::For::receive ? "from" : "to", waiting.peer,
                     waiting.tag, gone ? ", which has returned" : "");
}

}  // namespace sparlab::sim
