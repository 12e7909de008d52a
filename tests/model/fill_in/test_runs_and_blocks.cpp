#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "model/fill_in/clustered_fill_in.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/fill_in/zipf_fill_in.hpp"
#include "tests/catch.hpp"
#include "tests/model/fill_in/simulation.hpp"

namespace sparlab::model::testing {
namespace {

using Held = std::vector<bool>;

constexpr int kTrials = 4000;
/// What so many trials, all with the same answer, may be off by.
constexpr double kRareEvents = 10.0 / kTrials;

double counted_runs(const Held& held, Range range) {
  double runs = 0;
  for (std::uint64_t j = range.lo; j < range.hi; ++j) {
    runs += held[j] && (j == range.lo || !held[j - 1]);
  }
  return runs;
}

double counted_blocks(const Held& held, Range range, std::uint64_t block) {
  double live = 0;
  std::uint64_t last = range.hi;  // the number of no block
  for (std::uint64_t j = range.lo; j < range.hi; ++j) {
    if (!held[j] || j / block == last) continue;
    last = j / block;
    ++live;
  }
  return live;
}

/// Runs and live blocks of `draw()`, the union of one trial, against the expectations; in whole and
/// cut ranges and for blocks that divide nothing.
void check_by_simulation(const FillIn& fill_in, std::uint64_t ranks,
                         const std::function<Held()>& draw) {
  CAPTURE(fill_in.describe(), ranks);
  const std::uint64_t n = fill_in.universe();
  const std::vector<Range> ranges{{0, n}, {n / 7, n - n / 5}, {31, 59}, {44, 45}};
  const std::vector<std::uint64_t> blocks{1, 4, 7, 30, 45, n + 1};
  std::vector<std::vector<double>> runs(ranges.size());
  std::vector<std::vector<std::vector<double>>> live(ranges.size());
  for (auto& of_blocks : live) of_blocks.resize(blocks.size());
  for (int trial = 0; trial < kTrials; ++trial) {
    const Held held = draw();
    for (std::size_t r = 0; r < ranges.size(); ++r) {
      runs[r].push_back(counted_runs(held, ranges[r]));
      for (std::size_t b = 0; b < blocks.size(); ++b)
        live[r][b].push_back(counted_blocks(held, ranges[r], blocks[b]));
    }
  }
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    CAPTURE(ranges[r].lo, ranges[r].hi);
    const SimulatedMean simulated(runs[r]);
    CHECK(std::abs(fill_in.runs({3, ranks}, ranges[r]) - simulated.mean) <=
          4.5 * simulated.error + kRareEvents);
    CHECK(fill_in.distinct({3, ranks}, ranges[r]) ==
          Approx(fill_in.live_blocks({3, ranks}, ranges[r], 1)).margin(1e-9));
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      CAPTURE(blocks[b]);
      const SimulatedMean counted(live[r][b]);
      CHECK(std::abs(fill_in.live_blocks({3, ranks}, ranges[r], blocks[b]) - counted.mean) <=
            4.5 * counted.error + kRareEvents);
    }
  }
}

/// Clusters that do not overlap on a ring, all arrangements equally likely, by brute force: a
/// random order of clusters and free positions, turned.
Held random_ring(std::size_t ring, std::size_t total, std::size_t cluster,
                 std::mt19937_64& random) {
  std::vector<std::size_t> pieces(ring - total, 0);  // free positions
  const auto free = pieces.size();
  for (std::size_t left = total; left > 0; left -= pieces.back()) {
    pieces.push_back(std::min(cluster, left));
  }
  // Every cluster is followed by its gap: the first piece is a cluster, then any order.
  if (pieces.size() > free) std::swap(pieces.front(), pieces.back());
  std::shuffle(pieces.begin() + 1, pieces.end(), random);
  std::vector<bool> held;
  for (const std::size_t piece : pieces)
    held.insert(held.end(), std::max<std::size_t>(piece, 1), piece > 0);
  std::rotate(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(random() % ring),
              held.end());
  return held;
}

}  // namespace

TEST_CASE("uniform runs and live blocks are those of simulated ranks", "[fill_in][arithmetic]") {
  std::mt19937_64 random(11);
  for (const std::size_t nnz : {0, 5, 60}) {
    for (const std::uint64_t ranks : {1, 4}) {
      const UniformFillIn fill_in(200, static_cast<double>(nnz));
      check_by_simulation(fill_in, ranks, [&] {
        Held held(200, false);
        for (std::uint64_t rank = 0; rank < ranks; ++rank) {
          for (const std::size_t index : draw_distinct(200, nnz, random)) held[index] = true;
        }
        return held;
      });
    }
  }
}

TEST_CASE("block runs and live blocks are those of simulated ranks, for blocks that fit and others",
          "[fill_in][arithmetic]") {
  std::mt19937_64 random(12);
  for (const std::size_t block : {1, 6, 30, 45}) {
    const std::size_t universe = 1000, blocks = (universe - 1) / block + 1;
    const std::size_t drawn = std::max<std::size_t>(1, blocks / 8);
    const BlockFillIn fill_in(
        universe, universe * (static_cast<double>(drawn) / static_cast<double>(blocks)), block);
    for (const std::uint64_t ranks : {1, 3}) {
      check_by_simulation(fill_in, ranks, [&] {
        Held held(universe, false);
        for (std::uint64_t rank = 0; rank < ranks; ++rank) {
          for (const std::size_t number : draw_distinct(blocks, drawn, random)) {
            for (std::size_t j = number * block; j < std::min(universe, (number + 1) * block);
                 ++j) {
              held[j] = true;
            }
          }
        }
        return held;
      });
    }
  }
}

TEST_CASE("clustered runs and live blocks are those of simulated ranks", "[fill_in][arithmetic]") {
  std::mt19937_64 random(13);
  struct Case {
    std::size_t common, own, cluster;
  };
  for (const Case& c : {Case{0, 20, 6}, Case{20, 0, 6}, Case{24, 30, 8}, Case{9, 20, 1}}) {
    const std::size_t universe = 120;
    const ClusteredFillIn fill_in(universe, static_cast<double>(c.common),
                                  static_cast<double>(c.own), c.cluster);
    for (const std::uint64_t ranks : {1, 3}) {
      check_by_simulation(fill_in, ranks, [&] {
        const Held common = random_ring(universe, c.common, c.cluster, random);
        Held held = common;
        for (std::uint64_t rank = 0; rank < ranks; ++rank) {
          const Held own = random_ring(universe - c.common, c.own, c.cluster, random);
          for (std::size_t j = 0, rest = 0; j < universe; ++j) {
            if (!common[j] && own[rest++]) held[j] = true;
          }
        }
        return held;
      });
    }
  }
}

TEST_CASE("evenly spread runs and live blocks are those of a spread with a random phase",
          "[fill_in][arithmetic]") {
  std::mt19937_64 random(14);
  for (const std::uint64_t nnz : {0, 7, 100, 150, 199, 200}) {
    const auto spread = [&](std::uint64_t held_count) {
      const auto density = static_cast<double>(held_count) / 200;
      const double phase = std::uniform_real_distribution<double>(0, 1)(random);
      Held held(200);
      for (std::size_t j = 0; j < 200; ++j) {
        const auto at = static_cast<double>(j);
        held[j] = std::floor(phase + (at + 1) * density) > std::floor(phase + at * density);
      }
      return held;
    };
    check_by_simulation(IdenticalFillIn(200, static_cast<double>(nnz)), 3,
                        [&] { return spread(nnz); });
    check_by_simulation(DisjointFillIn(200, static_cast<double>(nnz)), 2,
                        [&] { return spread(std::min<std::uint64_t>(200, 2 * nnz)); });
  }
}

TEST_CASE("Zipf runs are within half a run of the sum over neighbours", "[fill_in]") {
  for (const double exponent : {0.5, 1.1, 2.0}) {
    const ZipfFillIn fill_in(3000, 150, exponent, ZipfPlacement::sorted);
    for (const std::uint64_t ranks : {1, 8, 64}) {
      for (const Range range : {Range{0, 3000}, Range{0, 10}, Range{40, 41}, Range{700, 2000}}) {
        const auto held = [&](std::uint64_t j) {
          return -std::expm1(static_cast<double>(ranks) * std::log1p(-fill_in.frequency(j)));
        };
        double runs = held(range.lo);
        for (std::uint64_t j = range.lo + 1; j < range.hi; ++j) {
          runs += held(j) * (1 - held(j - 1));
        }
        CAPTURE(exponent, ranks, range.lo, range.hi, runs);
        CHECK(fill_in.runs({5, ranks}, range) <= runs * (1 + 1e-6) + 1e-6);
        CHECK(fill_in.runs({5, ranks}, range) >= runs - 0.5 - 1e-6 * runs);
      }
    }
  }
}

TEST_CASE("recorded runs and live blocks are counted, by bitmap and by sorting alike",
          "[fill_in]") {
  std::mt19937_64 random(15);
  for (const std::uint64_t universe : {300, 300000}) {
    std::vector<std::vector<std::uint64_t>> lists(4);
    for (auto& list : lists) {
      std::set<std::uint64_t> drawn;
      for (int i = 0; i < 20; ++i) {
        const std::uint64_t at = random() % (universe - 5);
        for (std::uint64_t j = at; j < at + 1 + random() % 5; ++j) drawn.insert(j);
      }
      list.assign(drawn.begin(), drawn.end());
    }
    const std::vector<std::span<const std::uint64_t>> spans(lists.begin(), lists.end());
    const RecordedFillIn fill_in(std::make_shared<const RecordedSupports>(universe, spans));
    for (const Ranks ranks : {Ranks{0, 0}, Ranks{2, 1}, Ranks{3, 2}, Ranks{6, 3}, Ranks{1, 9}}) {
      Held held(universe, false);
      for (std::uint64_t i = 0; i < ranks.count; ++i) {
        for (const std::uint64_t j : lists[(ranks.first + i) % 4]) held[j] = true;
      }
      for (const Range range : {Range{0, universe}, Range{31, universe - 77}, Range{9, 9}}) {
        CAPTURE(universe, ranks.first, ranks.count, range.lo, range.hi);
        CHECK(fill_in.runs(ranks, range) == counted_runs(held, range));
        for (const std::uint64_t block : {1, 10, 64, 1000}) {
          CAPTURE(block);
          CHECK(fill_in.live_blocks(ranks, range, block) == counted_blocks(held, range, block));
        }
        CHECK(fill_in.live_blocks(ranks, range, 1) == fill_in.distinct(ranks, range));
      }
    }
  }
}

TEST_CASE("runs and live blocks of huge universes are finite and ordered", "[fill_in]") {
  const std::uint64_t universe = std::uint64_t{1} << 40;
  const Range whole{0, universe};
  std::vector<std::unique_ptr<FillIn>> all;
  all.push_back(std::make_unique<UniformFillIn>(universe, 1e6));
  all.push_back(std::make_unique<BlockFillIn>(universe, 1e6, 256));
  all.push_back(std::make_unique<ClusteredFillIn>(universe, 5e5, 5e5, 1024));
  for (const auto& fill_in : all) {
    CAPTURE(fill_in->describe());
    const double held = fill_in->distinct({0, 64}, whole);
    CHECK(fill_in->runs({0, 64}, whole) <= held);
    double before = held * (1 + 1e-6);
    for (const std::uint64_t block : {std::uint64_t{2}, std::uint64_t{1000}, std::uint64_t{5000},
                                      std::uint64_t{1} << 30, std::uint64_t{1} << 41}) {
      const double live = fill_in->live_blocks({0, 64}, whole, block);
      CAPTURE(block);
      CHECK(live <= before * (1 + 1e-6));
      CHECK(live >= 0.99);
      before = live;
    }
  }
}

}  // namespace sparlab::model::testing
