#include "analysis/optimal/schedule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::analysis::optimal {

Group::Group(std::vector<std::size_t> factors) : factors_(std::move(factors)) {
  for (const std::size_t factor : factors_) size_ *= factor;
  SPARLAB_EXPECTS(size_ <= kMostRanks);
  for (std::size_t a = 0; a < size_; ++a)
    for (std::size_t b = 0; b < size_; ++b) {
      std::size_t weight = 1;
      for (const std::size_t factor : factors_) {
        sums_[a][b] += (a / weight + b / weight) % factor * weight;
        weight *= factor;
      }
    }
  for (std::size_t b = 0; b < size_; ++b)
    for (std::size_t set = 0; set <= all_of(size_); ++set)
      for (std::size_t rank = 0; rank < size_; ++rank)
        if (contains(static_cast<RankSet>(set), rank)) moved_[b][set] |= only(sum(rank, b));
}

std::size_t Group::difference(std::size_t a, std::size_t b) const {
  std::size_t c = 0;
  while (sum(c, b) != a) ++c;
  return c;
}

std::string Group::text() const { return fmt::format("{}", fmt::join(factors_, "x")); }

std::vector<Group> groups_of(std::size_t ranks) {
  std::vector<Group> groups;
  if (ranks == 4) groups = {Group({2, 2})};
  if (ranks == 8) groups = {Group({2, 2, 2}), Group({2, 4})};
  groups.push_back(Group({ranks}));
  return groups;
}

std::vector<model::PartSum> Schedule::message_of(std::size_t rank, const Round& round) const {
  std::vector<model::PartSum> message;
  for (const Sent& sent : round.sent) {
    const std::size_t part = group.difference(rank, sent.from);
    message.push_back({part, group.moved(sent.inputs, part)});
  }
  std::ranges::sort(message, {}, &model::PartSum::part);
  return message;
}

model::SumSchedule Schedule::sums() const {
  model::SumSchedule all{group.size(), group.size(), {}};
  for (const Round& round : rounds) {
    model::SumSchedule::Round& messages = all.rounds.emplace_back();
    for (std::size_t rank = 0; rank < group.size(); ++rank)
      if (!round.sent.empty())
        messages.push_back({rank, group.sum(rank, round.shift), message_of(rank, round)});
  }
  return all;
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
