#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <vector>

#include "analysis/optimal/learning_bound.hpp"
#include "tests/analysis/optimal/sum_bytes.hpp"
#include "tests/catch.hpp"

namespace sparlab::analysis::optimal {
namespace {

using tests::disjoint_sums;
using tests::equal_sums;
using tests::uniform_sums;

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Shortest paths over all states of a few ranks, without anything clever.
class AllStates {
 public:
  explicit AllStates(const SumBytes& sizes) : ranks_(sizes.size() - 1), sizes_(sizes) {
    to_go_.assign(std::size_t{1} << (ranks_ * ranks_), kNever);
    to_go_.back() = 0;
  }

  void add_round() {
    std::vector<double> next(to_go_.size(), kNever);
    for (std::size_t code = 0; code < to_go_.size(); ++code) {
      Learned before{};
      for (std::size_t rank = 0; rank < ranks_; ++rank)
        before[rank] = static_cast<RankSet>(code >> (rank * ranks_) & all_of(ranks_));
      next[code] = least(before, 0, 0, code);
    }
    to_go_ = std::move(next);
  }

  double to_go(const Learned& learned) const {
    std::size_t code = 0;
    for (std::size_t rank = 0; rank < ranks_; ++rank)
      code |= std::size_t{learned[rank]} << (rank * ranks_);
    return to_go_[code];
  }

 private:
  double least(const Learned& before, std::size_t rank, RankSet senders, std::size_t code) const {
    if (rank == ranks_) return to_go_[code];
    double best = least(before, rank + 1, senders, code);
    for (std::size_t sender = 0; sender < ranks_; ++sender) {
      if (contains(senders, sender)) continue;
      const unsigned unknown = without(before[sender], before[rank]);
      for (unsigned news = unknown; news != 0; news = (news - 1) & unknown) {
        const double later = least(before, rank + 1, joined(senders, only(sender)),
                                   code | std::size_t{news} << (rank * ranks_));
        best = std::min(best, sizes_[static_cast<std::size_t>(std::popcount(news))] + later);
      }
    }
    return best;
  }

  std::size_t ranks_;
  SumBytes sizes_;
  std::vector<double> to_go_;  ///< by what each rank has learned, P bits a rank
};

double rank_bound(const SumBytes& sizes, std::size_t rounds) {
  const std::size_t ranks = sizes.size() - 1;
  return LearningBound(sizes).to_go(own_inputs(ranks), rounds) / static_cast<double>(ranks);
}

TEST_CASE("the bound is the shortest path over all states of 2 and 3 ranks, and none is shorter") {
  for (const std::size_t ranks : {2U, 3U})
    for (const SumBytes& sizes : {equal_sums(ranks), disjoint_sums(ranks), uniform_sums(ranks, 0.1),
                                  uniform_sums(ranks, 0.4)}) {
      const LearningBound bound(sizes);
      AllStates all(sizes);
      for (std::size_t rounds = 1; rounds <= 2 * ranks; ++rounds) {
        all.add_round();
        INFO(ranks << " ranks, " << rounds << " rounds");
        CHECK(bound.to_go(own_inputs(ranks), rounds) == Approx(all.to_go(own_inputs(ranks))));
        for (std::size_t code = 0; code < std::size_t{1} << (ranks * ranks); ++code) {
          Learned learned = own_inputs(ranks);
          for (std::size_t rank = 0; rank < ranks; ++rank)
            learned[rank] |= static_cast<RankSet>(code >> (rank * ranks) & all_of(ranks));
          CHECK(bound.to_go(learned, rounds) <= all.to_go(learned) * (1 + 1e-9));
        }
      }
    }
}

TEST_CASE("the bound of 4 ranks is the shortest path from their inputs", "[arithmetic]") {
  for (const SumBytes& sizes : {equal_sums(4), uniform_sums(4, 0.1), uniform_sums(4, 0.3)}) {
    const LearningBound bound(sizes);
    AllStates all(sizes);
    for (std::size_t rounds = 1; rounds <= 5; ++rounds) {
      all.add_round();
      CHECK(bound.to_go(own_inputs(4), rounds) == Approx(all.to_go(own_inputs(4))));
    }
  }
}

TEST_CASE("dense inputs: bounds that are known") {
  CHECK(rank_bound(equal_sums(2), 1) == Approx(1));
  CHECK(rank_bound(equal_sums(4), 2) == Approx(2));
  CHECK(rank_bound(equal_sums(8), 3) == Approx(3));
  for (std::size_t ranks = 2; ranks <= kMostRanks; ++ranks) {
    const auto p = static_cast<double>(ranks);
    CHECK(rank_bound(equal_sums(ranks), 2 * (ranks - 1)) == Approx(2 * (p - 1) / p));
  }
}

TEST_CASE("disjoint inputs: each rank receives those of all others") {
  for (std::size_t ranks = 2; ranks <= kMostRanks; ++ranks)
    CHECK(rank_bound(disjoint_sums(ranks), ranks) == Approx(static_cast<double>(ranks - 1)));
}

TEST_CASE("fewer rounds than log2 P are never enough, and more than 2 (P - 1) never better") {
  for (std::size_t ranks = 2; ranks <= kMostRanks; ++ranks)
    for (const double density : {0.01, 0.1, 0.3}) {
      const LearningBound bound(uniform_sums(ranks, density));
      const auto least_rounds = static_cast<std::size_t>(std::bit_width(ranks - 1));
      double before = kNever;
      for (std::size_t rounds = 1; rounds <= 2 * (ranks - 1); ++rounds) {
        const double bytes = bound.to_go(own_inputs(ranks), rounds);
        CHECK((bytes < kNever) == (rounds >= least_rounds));
        CHECK(bytes <= before);
        before = bytes;
      }
      CHECK(bound.to_go(own_inputs(ranks), 1000) == before);
    }
}

TEST_CASE("no bound is below that of docs/bounds.md, k + K (P - 2)/P") {
  for (std::size_t ranks = 2; ranks <= kMostRanks; ++ranks)
    for (const double density : {0.01, 0.05}) {
      const SumBytes sizes = uniform_sums(ranks, density);
      const auto p = static_cast<double>(ranks);
      CHECK(rank_bound(sizes, 1000) >= (sizes[1] + sizes[ranks] * (p - 2) / p) * (1 - 1e-9));
    }
}

}  // namespace
}  // namespace sparlab::analysis::optimal
