#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "model/base/range.hpp"

namespace sparlab::model {

/// Remembers the answers to (ranks, range) queries, or (ranks, range, block) ones. Safe to use from
/// several threads. Bounded: it clears itself when it holds `capacity` answers.
class QueryMemo {
 public:
  explicit QueryMemo(std::size_t capacity = std::size_t{1} << 18) : capacity_(capacity) {}

  /// The remembered answer, or that of `compute`, which runs without the lock held.
  template <typename Compute>
  double get(Ranks ranks, Range range, Compute compute) const {
    return get(ranks, range, 1, compute);
  }
  template <typename Compute>
  double get(Ranks ranks, Range range, std::uint64_t block, Compute compute) const {
    const Key key{ranks.first, ranks.count, range.lo, range.hi, block};
    if (const std::optional<double> known = find(key)) return *known;
    const double answer = compute();
    remember(key, answer);
    return answer;
  }

 private:
  struct Key {
    std::uint64_t first, count, lo, hi, block;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept {
      std::uint64_t hash = 0;
      for (const std::uint64_t part : {key.first, key.count, key.lo, key.hi, key.block}) {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29;
      }
      return static_cast<std::size_t>(hash);
    }
  };

  std::optional<double> find(const Key& key) const {
    const std::scoped_lock lock(mutex_);
    const auto found = answers_.find(key);
    return found == answers_.end() ? std::nullopt : std::optional(found->second);
  }
  void remember(const Key& key, double answer) const {
    const std::scoped_lock lock(mutex_);
    if (answers_.size() >= capacity_) answers_.clear();
    answers_.emplace(key, answer);
  }

  std::size_t capacity_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<Key, double, Hash> answers_;
};

}  // namespace sparlab::model
