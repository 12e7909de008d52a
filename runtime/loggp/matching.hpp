#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/slot_pool.hpp"

namespace sparlab::runtime::loggp {

/// A receive of a rank or a message to it. A receive and its message share one entry, which is
/// created by whichever comes first. Pending handshake sends use the same type.
struct Entry {
  enum class State : std::uint8_t {
    posted,     ///< a receive waits for its message
    arrived,    ///< a message waits for its receive
    requested,  ///< a handshake request waits for its receive
    promised,   ///< receive and handshake request have matched; the data is on its way
    sending,    ///< a handshake send whose receive is not known to be posted
    complete,   ///< the receive is done at time_s
    sent,       ///< the handshake send is done at time_s
  };

  static constexpr int kPeerBits = 28;  ///< peer and state share a word

  bool sent() const { return state == State::sent; }
  bool done() const { return state == State::complete || sent(); }
  /// Begins a new use of the entry.
  void begin(std::int32_t peer_rank, std::int32_t message_tag, State begins) {
    peer = static_cast<std::uint32_t>(peer_rank) & ((1U << kPeerBits) - 1);
    state = begins;
    expected = false;
    tag = message_tag;
  }
  void finish(State ends, double at_s) {
    state = ends;
    time_s = at_s;
  }

  std::uint32_t peer : kPeerBits;
  State state : 3;
  bool expected : 1;  ///< of a receive: its rank takes it as one of the expected (ExpectedReceives)
  std::int32_t tag;
  std::uint32_t next;     ///< the next entry of the same (peer, tag)
  std::uint32_t last;     ///< in the first entry of a (peer, tag): its last entry
  std::uint32_t chain;    ///< in the first entry of a (peer, tag): the next (peer, tag)
  std::uint32_t content;  ///< the payload; of `requested`, the handshake; kNone: empty message
  double time_s;          ///< posted: time of posting; arrived, complete: time of delivery
};
static_assert(sizeof(Entry) == 32);

/// The completion time of an eager send is known when it starts, so its request is only that time.
/// Other requests name an entry. The sign bit distinguishes them, since times are never negative.
inline constexpr std::uint64_t kEntryRequest = std::uint64_t{1} << 63;

inline Request request_of_time(double time_s) {
  return Request(std::bit_cast<std::uint64_t>(time_s));
}
inline Request request_of_entry(std::uint32_t entry) { return Request(kEntryRequest | entry); }
inline bool names_entry(const Request& request) { return (request.id() & kEntryRequest) != 0; }
inline std::uint32_t entry_of(const Request& request) {
  return static_cast<std::uint32_t>(request.id());
}
inline double time_of(const Request& request) { return std::bit_cast<double>(request.id()); }

/// The hash tables of all ranks, of 2^bits chains each, in huge pages: with thousands of ranks
/// every message looks into another table.
class ChainTables {
 public:
  ChainTables() = default;
  ChainTables(const ChainTables&) = delete;
  ChainTables& operator=(const ChainTables&) = delete;
  ~ChainTables();

  /// Empty chains.
  std::uint32_t* take(std::uint32_t bits);
  void give_back(std::uint32_t* table, std::uint32_t bits) { free_[bits].push_back(table); }

 private:
  using Block = std::span<std::uint32_t>;

  std::array<std::vector<std::uint32_t*>, 32> free_;  ///< by bits
  std::vector<Block> blocks_;
  std::size_t used_ = 0;  ///< of the last block
};

/// All entries of a run, and the tables by which ranks find theirs.
struct Entries : SlotPool<Entry> {
  ChainTables tables;
};

/// The unmatched entries of one rank: first in, first out for each (peer, tag). All entries of one
/// (peer, tag) are either receives or messages, because a receive and a message match at once.
///
/// A plain list for a few keys, a hash table for more.
/// Cost    add, find and remove O(1) expected.
class Unmatched {
 public:
  /// The oldest entry of (peer, tag), or kNone.
  std::uint32_t find(const Entries& entries, std::int32_t peer, std::int32_t tag) const {
    std::uint32_t index = *chain_of(peer, tag);
    while (index != kNone && (entries[index].peer != peer || entries[index].tag != tag))
      index = entries[index].chain;
    return index;
  }

  /// Appends `index`, whose peer and tag are set. Returns whether it is the oldest of these.
  bool add(Entries& entries, std::uint32_t index);

  /// Removes the oldest entry of its (peer, tag).
  void remove(Entries& entries, std::uint32_t index);

  bool empty() const { return keys_ == 0; }

  /// For prefetching: the place where the search for (peer, tag) starts, and the entry there.
  void prefetch(std::int32_t peer, std::int32_t tag) const {
    __builtin_prefetch(chain_of(peer, tag));
  }
  std::uint32_t first(std::int32_t peer, std::int32_t tag) const { return *chain_of(peer, tag); }

  /// Calls visit(entry) for all entries of every (peer, tag), oldest first.
  template <class Visit>
  void for_each(const Entries& entries, Visit&& visit) const {
    for (std::uint32_t c = 0; c < chains(); ++c) {
      const std::uint32_t start = table_ ? table_[c] : list_;
      for (std::uint32_t key = start; key != kNone; key = entries[key].chain)
        for (std::uint32_t i = key; i != kNone; i = entries[i].next) visit(entries[i]);
    }
  }

 private:
  static constexpr std::uint32_t kListKeys = 8;  ///< more keys use a table
  static constexpr std::uint32_t kFirstBits = 5;

  std::uint32_t chains() const { return table_ ? 1U << bits_ : 1U; }
  const std::uint32_t* chain_of(std::int32_t peer, std::int32_t tag) const {
    if (!table_) return &list_;
    // Neighbouring peers, whose messages often arrive one after the other, are neighbours in the
    // table.
    const std::uint32_t low = static_cast<std::uint32_t>(peer);
    const std::uint32_t mixed =
        (low >> bits_) * 0x9E3779B1U ^ static_cast<std::uint32_t>(tag) * 0x85EBCA77U;
    return &table_[(low ^ mixed >> (32 - bits_)) & ((1U << bits_) - 1)];
  }
  std::uint32_t* chain_of(std::int32_t peer, std::int32_t tag) {
    return const_cast<std::uint32_t*>(std::as_const(*this).chain_of(peer, tag));
  }
  void rehash(Entries& entries);

  std::uint32_t* table_ = nullptr;  ///< of Entries::tables
  std::uint32_t list_ = kNone;
  std::uint32_t keys_ = 0;
  std::uint32_t bits_ = 0;  ///< log2 of the table's size
};

}  // namespace sparlab::runtime::loggp
