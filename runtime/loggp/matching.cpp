#include "runtime/loggp/matching.hpp"

#include <algorithm>
#include <cstddef>

namespace sparlab::runtime::loggp {

void Unmatched::add(Entries& entries, std::uint32_t index) {
  Entry& entry = entries[index];
  entry.next = kNone;
  const std::uint32_t first = find(entries, entry.peer(), entry.tag);
  if (first != kNone) {
    entries[entries[first].last].next = index;
    entries[first].last = index;
    return;
  }
  if (keys_ >= kListKeys && keys_ >= chains()) rehash(entries);
  std::uint32_t* chain = chain_of(entry.peer(), entry.tag);
  entry.last = index;
  entry.chain = *chain;
  *chain = index;
  ++keys_;
}

void Unmatched::remove(Entries& entries, std::uint32_t index) {
  const Entry& entry = entries[index];
  std::uint32_t* link = chain_of(entry.peer(), entry.tag);
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
  const std::unique_ptr<std::uint32_t[]> old_table = std::move(table_);
  const std::uint32_t old_chains = old_table ? 1U << bits_ : 1U;
  const std::uint32_t old_list = list_;
  bits_ = old_table ? bits_ + 1 : kFirstBits;
  const std::size_t size = std::size_t{1} << bits_;
  table_ = std::make_unique_for_overwrite<std::uint32_t[]>(size);
  std::fill_n(table_.get(), size, kNone);
  list_ = kNone;
  for (std::uint32_t c = 0; c < old_chains; ++c) {
    std::uint32_t index = old_table ? old_table[c] : old_list;
    while (index != kNone) {
      const std::uint32_t following = entries[index].chain;
      std::uint32_t* chain = chain_of(entries[index].peer(), entries[index].tag);
      entries[index].chain = *chain;
      *chain = index;
      index = following;
    }
  }
}

}  // namespace sparlab::runtime::loggp
