#include "runtime/loggp/matching.hpp"

#include <algorithm>
#include <cstddef>

namespace sparlab::runtime::loggp {

bool Unmatched::add(Entries& entries, std::uint32_t index) {
  Entry& entry = entries[index];
  entry.next = kNone;
  const std::uint32_t first = find(entries, entry.peer, entry.tag);
  if (first != kNone) {
    entries[entries[first].last].next = index;
    entries[first].last = index;
    return false;
  }
  if (keys_ >= kListKeys && keys_ >= chains()) rehash(entries);
  std::uint32_t* chain = chain_of(entry.peer, entry.tag);
  entry.last = index;
  entry.chain = *chain;
  *chain = index;
  ++keys_;
  return true;
}

void Unmatched::remove(Entries& entries, std::uint32_t index) {
  const Entry& entry = entries[index];
  std::uint32_t* link = chain_of(entry.peer, entry.tag);
  while (*link != index) link = &entries[*link].chain;
  if (entry.next == kNone) {
    *link = entry.chain;
    --keys_;
    return;
  }
  entries[entry.next].chain = entry.chain;
  entries[entry.next].last = entry.last;
  *link = entry.next;
}

void Unmatched::rehash(Entries& entries) {
  std::uint32_t* const old_table = table_;
  const std::uint32_t old_bits = bits_;
  const std::uint32_t old_chains = chains();
  const std::uint32_t old_list = list_;
  bits_ = old_table != nullptr ? bits_ + 1 : kFirstBits;
  table_ = entries.tables.take(bits_);
  list_ = kNone;
  for (std::uint32_t c = 0; c < old_chains; ++c) {
    std::uint32_t index = old_table != nullptr ? old_table[c] : old_list;
    while (index != kNone) {
      const std::uint32_t following = entries[index].chain;
      std::uint32_t* chain = chain_of(entries[index].peer, entries[index].tag);
      entries[index].chain = *chain;
      *chain = index;
      index = following;
    }
  }
  if (old_table != nullptr) entries.tables.give_back(old_table, old_bits);
}

ChainTables::~ChainTables() {
  for (const Block block : blocks_)
    HugePageAllocator<std::uint32_t>().deallocate(block.data(), block.size());
}

std::uint32_t* ChainTables::take(std::uint32_t bits) {
  const std::size_t size = std::size_t{1} << bits;
  std::uint32_t* table = nullptr;
  if (!free_[bits].empty()) {
    table = free_[bits].back();
    free_[bits].pop_back();
  } else {
    constexpr std::size_t kLeast = std::size_t{1} << 20;
    if (blocks_.empty() || blocks_.back().size() - used_ < size) {
      const std::size_t count = std::max(size, kLeast);
      blocks_.emplace_back(HugePageAllocator<std::uint32_t>().allocate(count), count);
      used_ = 0;
    }
    table = blocks_.back().data() + used_;
    used_ += size;
  }
  std::fill_n(table, size, kNone);
  return table;
}

}  // namespace sparlab::runtime::loggp
