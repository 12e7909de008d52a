#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/text/content_hash.hpp"
#include "inputs/files/random.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/bytes.hpp"
#include "tests/inputs/chi_square.hpp"

namespace sparlab::inputs {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// How often each subset of size `count` of [0, universe) occurs over `draws` seeds.
std::vector<std::uint64_t> subset_counts(std::uint64_t universe, std::uint64_t count,
                                         std::uint64_t draws, std::size_t subsets) {
  std::map<Numbers, std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    Random random(seed, Purpose::indices, 0);
    ++seen[random_subset(universe, count, random)];
  }
  std::vector<std::uint64_t> counts;
  for (const auto& [subset, times] : seen) counts.push_back(times);
  counts.resize(std::max(subsets, counts.size()), 0);
  return counts;
}

TEST_CASE("random numbers are the same on every platform") {
  Random random(1, Purpose::indices, 7);
  CHECK(random.next() == 0x40490bf58d98b772);
  CHECK(random.below(1'000'000'007) == 360257727);
  CHECK(random.unit() == 0x1.8230e5898112p-1);
}

TEST_CASE("random sequences differ by seed, purpose and stream") {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (const Purpose purpose : {Purpose::indices, Purpose::values}) {
      for (std::uint64_t stream = 0; stream < 10; ++stream) {
        first.insert(Random(seed, purpose, stream).next());
      }
    }
  }
  CHECK(first.size() == 200);
}

TEST_CASE("random numbers below a bound are uniform and below it") {
  Random random(3, Purpose::indices, 0);
  std::vector<std::uint64_t> counts(7, 0);
  for (int i = 0; i < 70'000; ++i) ++counts.at(static_cast<std::size_t>(random.below(7)));
  CHECK(looks_uniform(counts));
  const std::uint64_t two_thirds = ~std::uint64_t{0} / 3 * 2;  // a third of all draws is rejected
  std::vector<std::uint64_t> halves(2, 0);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t number = random.below(two_thirds);
    REQUIRE(number < two_thirds);
    ++halves[number < two_thirds / 2 ? 0 : 1];
  }
  CHECK(looks_uniform(halves));
  CHECK(random.below(1) == 0);
}

TEST_CASE("every subset is equally likely where it is found by sorting") {
  CHECK(looks_uniform(subset_counts(150, 2, 300'000, 150 * 149 / 2)));
}

TEST_CASE("every subset is equally likely where it is found by a bitmap") {
  CHECK(looks_uniform(subset_counts(6, 3, 40'000, 20)));
  CHECK(looks_uniform(subset_counts(7, 2, 40'000, 21)));
}

TEST_CASE("every subset is equally likely where it is a majority") {
  CHECK(looks_uniform(subset_counts(7, 5, 40'000, 21)));
  CHECK(looks_uniform(subset_counts(6, 4, 40'000, 15)));
}

TEST_CASE("a random subset has its size, is sorted and within the universe") {
  for (const std::uint64_t universe : {1ULL, 2ULL, 63ULL, 64ULL, 65ULL, 1000ULL, 100'000ULL}) {
    for (const std::uint64_t count : {0ULL, 1ULL, 3ULL, 31ULL, 900ULL, 99'999ULL, 100'000ULL}) {
      if (count > universe) continue;
      Random random(universe, Purpose::indices, count);
      const Numbers subset = random_subset(universe, count, random);
      REQUIRE(subset.size() == count);
      CHECK(std::adjacent_find(subset.begin(), subset.end(), std::greater_equal<>()) ==
            subset.end());
      CHECK((subset.empty() || subset.back() < universe));
    }
  }
}

TEST_CASE("a radix sort sorts any numbers") {
  for (const std::uint64_t bound : {1ULL, 2ULL, 2048ULL, 1ULL << 40, ~0ULL}) {
    for (const std::size_t count : {0U, 1U, 100U, 5000U}) {
      Random random(bound, Purpose::indices, count);
      Numbers numbers(count);
      for (std::uint64_t& number : numbers) number = random.below(bound);
      Numbers sorted = numbers;
      std::sort(sorted.begin(), sorted.end());
      radix_sort(numbers, bound);
      CHECK(numbers == sorted);
    }
  }
}

TEST_CASE("a random permutation hits every number once") {
  for (const std::uint64_t universe : {1ULL, 2ULL, 3ULL, 16ULL, 17ULL, 1000ULL, 4096ULL}) {
    const RandomPermutation permutation(universe, 5);
    std::vector<bool> hit(static_cast<std::size_t>(universe), false);
    for (std::uint64_t i = 0; i < universe; ++i) {
      const auto to = static_cast<std::size_t>(permutation(i));
      REQUIRE(to < universe);
      REQUIRE_FALSE(hit[to]);
      hit[to] = true;
    }
  }
}

TEST_CASE("a random permutation sends each number anywhere") {
  std::vector<std::uint64_t> first(100, 0), last(100, 0);
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const RandomPermutation permutation(100, seed);
    ++first[static_cast<std::size_t>(permutation(0))];
    ++last[static_cast<std::size_t>(permutation(99))];
  }
  CHECK(looks_uniform(first));
  CHECK(looks_uniform(last));
}

TEST_CASE("SHA-256 gives the digests of FIPS 180-4") {
  const auto hash = [](std::string_view text, std::size_t piece) {
    base::Sha256 sha;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      sha.update(bytes_of(text.substr(at, piece)));
    }
    return sha.finish();
  };
  CHECK(hash("", 1) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hash("abc", 1) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 7) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hash(std::string(1'000'000, 'a'), 999) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("the hash of a text is the first half of its SHA-256") {
  CHECK(base::content_hash("abc") == "ba7816bf8f01cfea414140de5dae2223");
}

}  // namespace
}  // namespace sparlab::inputs
