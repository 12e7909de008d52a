#include "model/fill_in/query_memo.hpp"

namespace sparlab::model {

std::size_t QueryMemo::Hash::operator()(const Key& key) const noexcept {
  std::uint64_t hash = 0;
  for (const std::uint64_t part : {key.first, key.count, key.lo, key.hi, key.block}) {
    hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash);
}

std::optional<double> QueryMemo::find(const Key& key) const {
  const std::scoped_lock lock(mutex_);
  const auto found = answers_.find(key);
  if (found == answers_.end()) return std::nullopt;
  return found->second;
}

void QueryMemo::remember(const Key& key, double answer) const {
  const std::scoped_lock lock(mutex_);
  if (answers_.size() >= capacity_) answers_.clear();
  answers_.emplace(key, answer);
}

}  // namespace sparlab::model
