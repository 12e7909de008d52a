#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>

#include "inputs/sources/generated_inputs.hpp"
#include "inputs/sources/input.hpp"
#include "model/fill_in/placed_fill_in.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/chi_square.hpp"

namespace sparlab::inputs {
namespace {

using Numbers = std::vector<std::uint64_t>;

InputSpec spec_of(InputKind kind) {
  InputSpec spec;
  spec.kind = kind;
  spec.block = 8;
  spec.cluster = 10;
  return spec;
}

constexpr InputKind kGenerated[] = {InputKind::uniform, InputKind::zipf, InputKind::clustered,
                                    InputKind::blocks};

void require_valid(const Entries& entries, std::uint64_t universe) {
  REQUIRE(entries.values.size() == entries.indices.size());
  REQUIRE(std::adjacent_find(entries.indices.begin(), entries.indices.end(),
                             std::greater_equal<>()) == entries.indices.end());
  REQUIRE((entries.indices.empty() || entries.indices.back() < universe));
  for (const double value : entries.values) {
    REQUIRE((value == std::round(value) && std::abs(value) >= 1 && std::abs(value) <= 8));
  }
}

/// Mean size of the union of `ranks` ranks within `range`, over `seeds` seeds.
double mean_union(const InputSpec& spec, std::uint64_t universe, std::uint64_t nnz,
                  std::uint64_t ranks, model::Range range, std::uint64_t seeds) {
  double total = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const auto input = make_input(spec, universe, nnz, ranks, seed);
    std::vector<bool> held(static_cast<std::size_t>(universe), false);
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      for (const std::uint64_t index : input->rank_entries(rank).indices) {
        held[static_cast<std::size_t>(index)] = true;
      }
    }
    const auto begin = held.begin();
    total += static_cast<double>(std::count(begin + static_cast<std::ptrdiff_t>(range.lo),
                                            begin + static_cast<std::ptrdiff_t>(range.hi), true));
  }
  return total / static_cast<double>(seeds);
}

TEST_CASE("generated entries are sorted, distinct, small nonzero integers") {
  for (const InputKind kind : kGenerated) {
    for (const std::uint64_t universe : {1ULL, 7ULL, 100ULL, 1003ULL, 1ULL << 40}) {
      for (const std::uint64_t nnz : {0ULL, 1ULL, 7ULL, 99ULL, 1003ULL}) {
        if (nnz > universe) continue;
        const auto input = make_input(spec_of(kind), universe, nnz, 4, 11);
        CHECK(input->universe() == universe);
        CHECK(input->exact_sums());
        CHECK(input->content_hash().empty());
        for (std::uint64_t rank = 0; rank < 4; ++rank) {
          require_valid(input->rank_entries(rank), universe);
        }
      }
    }
  }
}

TEST_CASE("uniform and clustered inputs hold exactly k indices") {
  for (const InputKind kind : {InputKind::uniform, InputKind::clustered}) {
    for (const std::uint64_t nnz : {0ULL, 1ULL, 5ULL, 10ULL, 11ULL, 333ULL, 999ULL, 1000ULL}) {
      for (const double overlap : {0.0, 0.3, 1.0}) {
        InputSpec spec = spec_of(kind);
        spec.overlap = overlap;
        const auto input = make_input(spec, 1000, nnz, 8, 5);
        CHECK(input->mean_nnz() == static_cast<double>(nnz));
        for (std::uint64_t rank = 0; rank < 8; ++rank) {
          CHECK(input->rank_entries(rank).indices.size() == nnz);
        }
      }
    }
  }
}

TEST_CASE("no entries and all entries are legal for every generated input") {
  for (const InputKind kind : kGenerated) {
    const auto none = make_input(spec_of(kind), 1001, 0, 2, 3);
    CHECK(none->rank_entries(1).indices.empty());
    CHECK(none->mean_nnz() == 0);
    CHECK(none->fill_in()->distinct(4) == 0);
    const auto all = make_input(spec_of(kind), 1001, 1001, 2, 3);
    CHECK(all->rank_entries(1).indices.size() == 1001);
    CHECK(all->mean_nnz() == 1001);
    CHECK(all->fill_in()->distinct(4) == Approx(1001));
  }
}

TEST_CASE("a generated rank depends on the seed and the rank alone") {
  for (const InputKind kind : kGenerated) {
    const auto one = make_input(spec_of(kind), 5000, 300, 4, 9);
    const auto same = make_input(spec_of(kind), 5000, 300, 64, 9);
    const auto other = make_input(spec_of(kind), 5000, 300, 4, 10);
    CHECK(one->rank_entries(3).indices == same->rank_entries(3).indices);
    CHECK(one->rank_entries(3).values == same->rank_entries(3).values);
    CHECK(one->rank_entries(3).indices != one->rank_entries(2).indices);
    CHECK(one->rank_entries(3).indices != other->rank_entries(3).indices);
  }
}

TEST_CASE("generated entries are the same on every platform") {
  const auto first = [](InputKind kind) {
    return make_input(spec_of(kind), 1'000'000, 100, 4, 1)->rank_entries(2);
  };
  const auto head = [](const Numbers& numbers) {
    return Numbers(numbers.begin(), numbers.begin() + 3);
  };
  CHECK(head(first(InputKind::uniform).indices) == Numbers{12173, 16239, 20697});
  CHECK(head(first(InputKind::zipf).indices) == Numbers{18385, 31311, 34742});
  CHECK(head(first(InputKind::clustered).indices) == Numbers{25581, 25582, 25583});
  CHECK(head(first(InputKind::blocks).indices) == Numbers{206440, 206441, 206442});
  const auto values = first(InputKind::uniform).values;
  CHECK(std::vector<double>(values.begin(), values.begin() + 6) ==
        std::vector<double>{-8, 7, -8, -8, -2, 2});
}

TEST_CASE("generated values are uniform over the sixteen integers") {
  const auto values = make_input({}, 1 << 20, 100'000, 1, 4)->rank_entries(0).values;
  std::vector<std::uint64_t> counts(16, 0);
  for (const double value : values) {
    ++counts.at(static_cast<std::size_t>(value < 0 ? value + 8 : value + 7));
  }
  CHECK(looks_uniform(counts));
}

TEST_CASE("block inputs hold whole blocks and say how many entries that is") {
  const std::uint64_t universe = 1000;  // 62 blocks of 16 and one of 8
  InputSpec spec = spec_of(InputKind::blocks);
  spec.block = 16;
  const auto input = make_input(spec, universe, 100, 4, 2);
  CHECK(input->mean_nnz() == Approx(6 * 1000.0 / 63));
  double total = 0;
  for (std::uint64_t rank = 0; rank < 2000; ++rank) {
    const Numbers indices = input->rank_entries(rank).indices;
    std::set<std::uint64_t> blocks;
    for (const std::uint64_t index : indices) blocks.insert(index / 16);
    REQUIRE(blocks.size() == 6);
    REQUIRE(indices.size() == (blocks.count(62) > 0 ? 5U * 16 + 8 : 6U * 16));
    total += static_cast<double>(indices.size());
  }
  CHECK(total / 2000 == Approx(input->mean_nnz()).epsilon(0.005));
  CHECK(make_input(spec, universe, 1, 1, 2)->rank_entries(0).indices.size() == 16);
}

TEST_CASE("clusters are equally likely everywhere and do not overlap") {
  std::vector<std::uint64_t> covered(23, 0);
  std::vector<std::uint64_t> first(23, 0);
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed, Purpose::indices, 0);
    const auto clusters = random_clusters(23, 8, 3, random);  // of 3, 3 and 2
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
      REQUIRE(clusters[i].lo < clusters[i].hi);
      REQUIRE(clusters[i].hi <= 23);
      REQUIRE((i == 0 || clusters[i - 1].hi <= clusters[i].lo));
      total += clusters[i].size();
      for (std::uint64_t j = clusters[i].lo; j < clusters[i].hi; ++j) {
        ++covered[static_cast<std::size_t>(j)];
      }
    }
    REQUIRE(total == 8);
  }
  CHECK(looks_uniform(covered));
}

TEST_CASE("ranks share the common clusters and nothing else by design") {
  InputSpec spec = spec_of(InputKind::clustered);
  spec.cluster = 100;
  spec.overlap = 0.5;
  const auto input = make_input(spec, std::uint64_t{1} << 40, 1000, 2, 6);
  const Numbers a = input->rank_entries(0).indices;
  const Numbers b = input->rank_entries(1).indices;
  Numbers both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  CHECK(both.size() == 500);
  spec.overlap = 1;
  const auto equal = make_input(spec, 5000, 1000, 2, 6);
  CHECK(equal->rank_entries(0).indices == equal->rank_entries(1).indices);
}

TEST_CASE("zipf inputs hold k indices on average, each with its frequency") {
  InputSpec spec = spec_of(InputKind::zipf);
  spec.shuffled = false;
  const std::uint64_t ranks = 4000;
  for (const double exponent : {0.0, 0.5, 1.0, 2.5, 8.0}) {
    spec.exponent = exponent;
    const auto input = make_input(spec, 200, 20, ranks, 8);
    std::vector<double> held(200, 0);
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      for (const std::uint64_t j : input->rank_entries(rank).indices) {
        held[static_cast<std::size_t>(j)] += 1;
      }
    }
    const auto law = input->fill_in();
    for (std::uint64_t j = 0; j < 200; ++j) {
      const double p = law->distinct({0, 1}, {j, j + 1});
      const double deviation = std::sqrt(p * (1 - p) * static_cast<double>(ranks));
      INFO("exponent " << exponent << ", index " << j);
      CHECK(std::abs(held[static_cast<std::size_t>(j)] - p * static_cast<double>(ranks)) <=
            5 * deviation + 1e-6);
    }
  }
}

TEST_CASE("the expected fill-in of every generated input is the mean of its unions") {
  const std::uint64_t many = model::PlacedFillIn::kMostRanks + 1;  // places do not matter
  const std::uint64_t universe = 1003;
  for (const InputKind kind : kGenerated) {
    InputSpec spec = spec_of(kind);
    for (const std::uint64_t nnz : {57ULL, 400ULL}) {
      for (const std::uint64_t ranks : {1ULL, 2ULL, 5ULL}) {
        for (const model::Range range : {model::Range{0, universe}, model::Range{100, 351}}) {
          const auto fill_in = make_input(spec, universe, nnz, many, 0)->fill_in();
          const double expected = fill_in->distinct({0, ranks}, range);
          INFO("kind " << static_cast<int>(kind) << ", nnz " << nnz << ", ranks " << ranks << ", "
                       << fill_in->describe());
          CHECK(mean_union(spec, universe, nnz, ranks, range, 500) ==
                Approx(expected).epsilon(0.03));
        }
      }
    }
  }
}

TEST_CASE("the fill-in of clusters and blocks counts the indices at their places") {
  const std::uint64_t universe = 100'003;
  InputSpec clusters = spec_of(InputKind::clustered);
  clusters.cluster = 64;
  InputSpec apart = clusters;
  apart.overlap = 0;
  InputSpec blocks = spec_of(InputKind::blocks);
  blocks.block = 100;
  for (const InputSpec& spec : {clusters, apart, blocks}) {
    for (const std::uint64_t nnz : {0ULL, 70ULL, 3000ULL, 30'000ULL}) {
      const std::uint64_t ranks = 7;
      const auto input = make_input(spec, universe, nnz, ranks, 3);
      const auto fill_in = input->fill_in();
      REQUIRE(fill_in->symmetry() == model::Symmetry::none);
      for (const std::uint64_t first : {0ULL, 2ULL, 6ULL}) {
        for (const std::uint64_t count : {1ULL, 3ULL, 7ULL}) {
          std::set<std::uint64_t> held;
          for (std::uint64_t i = 0; i < count; ++i) {
            const Numbers indices = input->rank_entries((first + i) % ranks).indices;
            held.insert(indices.begin(), indices.end());
          }
          for (const model::Range range :
               {model::Range{0, universe}, model::Range{10'000, 33'333}}) {
            const auto counted =
                std::distance(held.lower_bound(range.lo), held.lower_bound(range.hi));
            CAPTURE(static_cast<int>(spec.kind), spec.overlap, nnz, first, count, range.lo);
            CHECK(fill_in->distinct({first, count}, range) == static_cast<double>(counted));
          }
        }
      }
    }
  }
}

TEST_CASE("inputs of many ranks or many runs have an expected fill-in") {
  for (const InputKind kind : {InputKind::clustered, InputKind::blocks}) {
    const InputSpec spec = spec_of(kind);
    const auto symmetry = [&](std::uint64_t nnz, std::uint64_t ranks) {
      return make_input(spec, 1 << 20, nnz, ranks, 1)->fill_in()->symmetry();
    };
    const std::uint64_t run = kind == InputKind::blocks ? spec.block : spec.cluster;
    CHECK(symmetry(256 * run, 64) == model::Symmetry::none);
    CHECK(symmetry(256 * run, 65) == model::Symmetry::ranks_and_ranges);
    CHECK(symmetry(257 * run, 64) == model::Symmetry::ranks_and_ranges);
    CHECK(symmetry(8192 * run, 2) == model::Symmetry::none);
    CHECK(symmetry(8193 * run, 2) == model::Symmetry::ranks_and_ranges);
  }
}

TEST_CASE("a sorted zipf input expects its unions by range") {
  InputSpec spec = spec_of(InputKind::zipf);
  spec.shuffled = false;
  const auto fill_in = make_input(spec, 1003, 100, 3, 0)->fill_in();
  for (const model::Range range : {model::Range{0, 50}, model::Range{500, 1003}}) {
    CHECK(mean_union(spec, 1003, 100, 3, range, 500) ==
          Approx(fill_in->distinct({0, 3}, range)).epsilon(0.02));
  }
}

TEST_CASE("a million indices of a billion take less than a second") {
  const auto input = make_input({}, 1'000'000'000, 1'000'000, 8, 1);
  const auto start = std::chrono::steady_clock::now();
  CHECK(input->rank_entries(7).indices.size() == 1'000'000);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  INFO("took " << taken.count() << " s; about 0.15 s is usual");
  CHECK(taken.count() < 1);  // generous: the machine may be busy
}

TEST_CASE("entries become a stream of each type") {
  const auto input = make_input({}, 1000, 20, 1, 3);
  const Entries entries = input->rank_entries(0);
  const auto check = [&](const auto& stream) {
    CHECK(stream.range() == model::Range{0, 1000});
    REQUIRE(stream.count() == 20);
    for (std::size_t i = 0; i < 20; ++i) {
      CHECK(stream.indices()[i] == entries.indices[i]);
      CHECK(static_cast<double>(stream.values()[i]) == entries.values[i]);
    }
  };
  check(to_stream<float, std::uint32_t>(entries, {0, 1000}));
  check(to_stream<float, std::uint64_t>(entries, {0, 1000}));
  check(to_stream<double, std::uint32_t>(entries, {0, 1000}));
  check(to_stream<double, std::uint64_t>(entries, {0, 1000}));
}

}  // namespace
}  // namespace sparlab::inputs
