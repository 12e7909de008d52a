#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "model/analysis/traffic_bounds.hpp"
#include "tests/catch.hpp"
#include "tests/model/analysis/smt.hpp"

/// The proofs of docs/bounds.md for all sizes, of the formulas that the program evaluates.
namespace sparlab::model::testing {
namespace {

using tests::Smt;

const Smt p = Smt::symbol("P");      ///< ranks, or the hosts of ranks
const Smt n = Smt::symbol("N");      ///< indices
const Smt k = Smt::symbol("k");      ///< entries of the mean rank
const Smt all = Smt::symbol("K");    ///< entries of the union, or of an approximate result
const Smt sum = Smt::symbol("S");    ///< of the ranks that hold an index, over all indices
const Smt moved = Smt::symbol("T");  ///< transfers
const Smt most = Smt::symbol("M");   ///< of them into one port
const Smt delta = Smt::symbol("delta");
const Smt h = Smt::symbol("h");  ///< what one step of an induction adds
const Smt t = Smt::symbol("t");

std::string verdict_on(std::vector<Smt> axioms, const Smt& claim) {
  axioms.push_back(p >= 2);
  for (const Smt& size : {n, k, all, sum, moved, most, delta, h, t}) axioms.push_back(size >= 0);
  return tests::verdict_on({p, n, k, all, sum, moved, most, delta, h, t}, axioms, claim);
}

/// Of an index that h ranks hold.
Smt transfers(const Smt& holders) { return holders - 1 + p - 1; }
/// Of K indices that the ranks hold S times. The induction below proves it.
Smt transfers_of_all() { return sum - all + all * (p - 1); }

/// All that an exact allreduce must fulfil: transfers, a busiest port, and k and K of one support.
const std::vector<Smt> kCounted = {moved >= transfers_of_all(),
                                   p* most >= moved,
                                   sum == p* k,
                                   all <= sum,
                                   sum <= p* all,
                                   all <= n};

std::vector<Smt> with(std::vector<Smt> axioms, const std::vector<Smt>& more) {
  axioms.insert(axioms.end(), more.begin(), more.end());
  return axioms;
}

std::string of_dense(const Smt& bound) {
  return verdict_on(with(kCounted, {all == n, k == n}), most >= bound);
}

std::string of_lemma_5_1(const Smt& bound) { return verdict_on(kCounted, most >= bound); }

/// P hosts: S adds up the unions of their ranks, of which the mean has the k of one rank at least.
std::string of_hosts(const Smt& bound) {
  return verdict_on({moved >= transfers_of_all(), p * most >= moved, sum >= p * k, sum >= all},
                    most >= bound);
}

/// A rank with h entries, not more than the mean, receives the others.
std::string of_lemma_5_2(const Smt& bound) {
  return verdict_on(with(kCounted, {all >= delta, h <= k, most >= all - h}), most >= bound);
}

/// Each entry of the result reaches all ranks but one, in which it was.
std::string of_theorem_3_1(const Smt& bound) {
  return verdict_on({moved >= all * (p - 1), p * most >= moved, k <= all}, most >= bound);
}

/// The fewest transfers after which each of `ranks` ranks knows what all holders hold, found by
/// trying all. A state has for each rank the holders whose data it knows.
int fewest_transfers(int ranks, int holders) {
  const auto whole = (1 << holders) - 1;
  const auto at = [](int state, int rank) { return state >> (4 * rank) & 15; };
  int begin = 0;
  int end = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    if (rank < holders) begin |= 1 << (5 * rank);
    end |= whole << (4 * rank);
  }
  std::set<int> seen = {begin};
  std::set<int> now = seen;
  for (int count = 0;; ++count) {
    if (now.contains(end)) return count;
    std::set<int> next;
    for (const int state : now)
      for (int from = 0; from < ranks; ++from)
        for (int to = 0; to < ranks; ++to)
          if (const int after = state | at(state, from) << (4 * to); seen.insert(after).second)
            next.insert(after);
    now = next;
  }
}

TEST_CASE("an index that h ranks hold takes h - 1 + P - 1 transfers, and no fewer suffice",
          "[bounds]") {
  for (int ranks = 2; ranks <= 4; ++ranks) {
    for (int holders = 1; holders <= ranks; ++holders) {
      const double mean = traffic::mean_port<double>(ranks, 1.0 * holders / ranks, 1);
      CHECK(ranks * mean == Approx(fewest_transfers(ranks, holders)));
    }
    CHECK(ranks * traffic::messages<double>(ranks) == Approx(fewest_transfers(ranks, ranks)));
  }
}

#define SKIP_WITHOUT_SOLVER()             \
  if (!tests::has_solver()) {             \
    WARN("skipped: z3 is not installed"); \
    return;                               \
  }

TEST_CASE("transfers of all indices, by induction", "[bounds]") {
  SKIP_WITHOUT_SOLVER();
  // Before some rank has the sum, each other holder sends; after it, each other rank receives.
  CHECK(verdict_on({moved >= h - 1, t >= 1}, moved + t >= (h + 1) - 1) == "proved");
  // One more index, with h of 1 to P holders.
  const Smt one_more = (sum + h) - (all + 1) + (all + 1) * (p - 1);
  CHECK(verdict_on({moved >= transfers_of_all(), t >= transfers(h)}, moved + t >= one_more) ==
        "proved");
  CHECK(verdict_on({all <= sum, h >= 1}, all + 1 <= sum + h) == "proved");
  CHECK(verdict_on({sum <= p * all, h <= p}, sum + h <= p * (all + 1)) == "proved");
  // One more port, of which none receives more than M.
  CHECK(verdict_on({moved <= h * most, t <= most}, moved + t <= (h + 1) * most) == "proved");
}

TEST_CASE("the proved forms follow from the counts of transfers", "[bounds]") {
  SKIP_WITHOUT_SOLVER();
  CHECK(of_dense(traffic::dense(p, n)) == "proved");
  CHECK(of_lemma_5_1(traffic::lemma_5_1(p, k, all)) == "proved");
  CHECK(of_hosts(traffic::lemma_5_1(p, k, all)) == "proved");
  CHECK(of_lemma_5_2(traffic::lemma_5_2(k, delta)) == "proved");
  CHECK(of_theorem_3_1(traffic::theorem_3_1(p, all)) == "proved");
  CHECK(verdict_on({moved >= 2 * (p - 1), p * most >= moved}, most >= traffic::messages(p)) ==
        "proved");
}

TEST_CASE("forms that are larger than what can be proved are refuted", "[bounds]") {
  SKIP_WITHOUT_SOLVER();
  CHECK(of_dense(2 * n) == "refuted");
  CHECK(of_lemma_5_1(k + all * (p - 1) / p) == "refuted");
  CHECK(of_lemma_5_1(traffic::mean_port<Smt>(p, max(k, all * 2 / p), all)) == "refuted");
  CHECK(of_hosts(max(k, all / p) + all * (p - 1) / p) == "refuted");
  CHECK(of_hosts(k + all / p + all * (p - 2) / p) == "refuted");
  CHECK(of_lemma_5_2(max(k, delta)) == "refuted");
  CHECK(of_theorem_3_1(all) == "refuted");
}

TEST_CASE("what the published forms claim", "[bounds]") {
  SKIP_WITHOUT_SOLVER();
  // Lemma 5.1 is the proved form at its two values of K.
  CHECK(verdict_on({}, traffic::published_5_1_same(p, k) == traffic::lemma_5_1(p, k, k)) ==
        "proved");
  CHECK(verdict_on({}, traffic::published_5_1_disjoint(p, k) ==
                           traffic::lemma_5_1<Smt>(p, k, k * p)) == "proved");
  // Lemma 5.2 does not follow.
  CHECK(of_lemma_5_2(traffic::published_5_2(delta)) == "refuted");
  // Theorem 3.1 holds for some rank, but not for each: here h is what the idlest one receives.
  CHECK(of_theorem_3_1(traffic::published_3_1(p, k)) == "proved");
  CHECK(verdict_on({moved >= all * (p - 1), moved <= h + (p - 1) * most, most <= all, k <= all},
                   h >= traffic::published_3_1(p, k)) == "refuted");
}

TEST_CASE("the longer of latency and traffic is at least half of their sum", "[bounds]") {
  SKIP_WITHOUT_SOLVER();
  // t is the latency, M the traffic, h the time of a message in the port.
  const Smt proved = max(t, traffic::messages(p) * h + most);
  CHECK(verdict_on({}, 2 * proved >= t + most) == "proved");
  CHECK(verdict_on({}, proved >= t + most) == "refuted");
}

}  // namespace
}  // namespace sparlab::model::testing
