#include "analysis/optimal/holding.hpp"

namespace sparlab::analysis::optimal {

RankSet Holding::learned() const {
  RankSet all = 0;
  for (const RankSet sum : sum_of_) all |= sum;
  return all;
}

std::vector<RankSet> Holding::sums() const {
  std::vector<RankSet> sums;
  for (std::size_t rank = 0; rank < kMostRanks; ++rank) {
    const RankSet held = sum_of_[rank];
    if (!contains(held, rank) || (held & (only(rank) - 1U)) != 0) continue;  // at its first input
    const std::size_t before = sums.size();
    sums.push_back(held);
    for (std::size_t i = 0; i < before; ++i) sums.push_back(joined(sums[i], held));
  }
  return sums;
}

bool Holding::can_use(RankSet sum) const {
  bool has_news = false;
  for (std::size_t rank = 0; rank < kMostRanks; ++rank) {
    if (!contains(sum, rank)) continue;
    if (without(sum_of_[rank], sum) != 0) return false;
    has_news = has_news || sum_of_[rank] == 0;
  }
  return has_news;
}

void Holding::receive(RankSet sum) {
  for (std::size_t rank = 0; rank < kMostRanks; ++rank)
    if (contains(sum, rank)) sum_of_[rank] = sum;
}

Holding Holding::renamed(const Group& group, std::size_t shift) const {
  Holding result;
  for (std::size_t rank = 0; rank < group.size(); ++rank)
    result.sum_of_[group.sum(rank, shift)] = group.moved(sum_of_[rank], shift);
  return result;
}

Holdings own_holdings(std::size_t ranks) {
  Holdings holdings;
  for (std::size_t rank = 0; rank < ranks; ++rank) holdings[rank].receive(only(rank));
  return holdings;
}

}  // namespace sparlab::analysis::optimal
