#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/loggp/matching.hpp"
#include "tests/catch.hpp"

using namespace sparlab::runtime::loggp;

namespace {

std::span<std::uint32_t> taken(ChainTables& tables, std::uint32_t bits) {
  return {tables.take(bits), std::size_t{1} << bits};
}

bool is_empty(std::span<const std::uint32_t> table) {
  return std::ranges::all_of(table, [](std::uint32_t chain) { return chain == kNone; });
}

}  // namespace

TEST_CASE("tables of any sizes are empty and do not overlap") {
  ChainTables tables;
  std::vector<std::span<std::uint32_t>> all;
  // More than a block of 2^20 chains, in an order that leaves the end of a block unused.
  for (const std::uint32_t bits : {5U, 19U, 18U, 19U, 5U, 21U, 6U, 20U, 5U}) {
    all.push_back(taken(tables, bits));
    CHECK(is_empty(all.back()));
    std::ranges::fill(all.back(), static_cast<std::uint32_t>(all.size()));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(std::ranges::all_of(all[i], [&](std::uint32_t chain) { return chain == i + 1; }));
  }
}

TEST_CASE("a table that was given back is taken again, empty") {
  ChainTables tables;
  const auto first = taken(tables, 6);
  const auto second = taken(tables, 6);
  std::ranges::fill(first, 7);
  tables.give_back(first.data(), 6);
  const auto again = taken(tables, 6);
  CHECK(again.data() == first.data());
  CHECK(is_empty(again));
  CHECK(taken(tables, 6).data() != second.data());
}

TEST_CASE("a table that was given back is not taken in another size") {
  ChainTables tables;
  const auto small = taken(tables, 5);
  tables.give_back(small.data(), 5);
  CHECK(taken(tables, 6).data() != small.data());
  CHECK(taken(tables, 5).data() == small.data());
}

TEST_CASE("entries are found while the table of their rank grows and is reused by another") {
  Entries entries;
  const auto entry_of = [&](std::int32_t peer) {
    const std::uint32_t index = entries.acquire();
    entries[index].begin(peer, 3, Entry::State::posted);
    return index;
  };
  Unmatched first;
  Unmatched second;
  constexpr std::int32_t kPeers = 300;  // several sizes of tables
  std::vector<std::pair<std::uint32_t, std::uint32_t>> of_peers;
  for (std::int32_t peer = 0; peer < kPeers; ++peer) {
    of_peers.emplace_back(entry_of(peer), entry_of(peer));
    first.add(entries, of_peers.back().first);
    second.add(entries, of_peers.back().second);  // takes the tables that `first` has outgrown
  }
  for (std::int32_t peer = 0; peer < kPeers; ++peer) {
    CHECK(first.find(entries, peer, 3) == of_peers[static_cast<std::size_t>(peer)].first);
    CHECK(second.find(entries, peer, 3) == of_peers[static_cast<std::size_t>(peer)].second);
    first.remove(entries, of_peers[static_cast<std::size_t>(peer)].first);
    CHECK(first.find(entries, peer, 3) == kNone);
  }
  CHECK(first.empty());
  CHECK(!second.empty());
}
