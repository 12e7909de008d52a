#include "analysis/optimal/schedule.hpp"

#include <algorithm>

namespace sparlab::analysis::optimal {

std::vector<PartSum> Schedule::message_of(std::size_t rank, const Round& round) const {
  std::vector<PartSum> message;
  for (const Sent& sent : round.sent) {
    const std::size_t part = group.difference(rank, sent.from);
    message.push_back({part, group.moved(sent.inputs, part)});
  }
  std::ranges::sort(message, {}, &PartSum::part);
  return message;
}

double Schedule::rank_bytes(const Round& round, const SumBytes& sizes) const {
  double bytes = 0;
  for (const Sent& sent : round.sent) bytes += sizes[count(sent.inputs)];
  return bytes / static_cast<double>(group.size());
}

double Schedule::rank_bytes(const SumBytes& sizes) const {
  double bytes = 0;
  for (const Round& round : rounds) bytes += rank_bytes(round, sizes);
  return bytes;
}

}  // namespace sparlab::analysis::optimal
