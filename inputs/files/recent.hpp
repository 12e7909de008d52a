#pragma once

#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace sparlab::inputs {

/// Distinguishes versions of a file.
using FileState = std::tuple<std::string, dev_t, ino_t, off_t, time_t, long>;

/// nullopt if the file cannot be examined.
inline std::optional<FileState> state_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileState{path,           status.st_dev,         status.st_ino,
                   status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

/// The values that were made last, since the points of a sweep need the same ones. Thread-safe.
template <class Key, class Value>
class Recent {
 public:
  explicit Recent(std::size_t most) : most_(most) {}

  /// The value of the key; if it is not kept, make() makes it. A null key is not kept.
  template <class Make>
  std::shared_ptr<const Value> get(const std::optional<Key>& key, Make make) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const auto& one) { return key && one.first == *key; });
    if (found != kept_.end()) {
      std::rotate(found, found + 1, kept_.end());
      return kept_.back().second;
    }
    std::shared_ptr<const Value> value = make();
    if (!key) return value;
    if (kept_.size() == most_) kept_.erase(kept_.begin());
    kept_.emplace_back(*key, value);
    return value;
  }

 private:
  std::size_t most_;
  std::mutex mutex_;
  std::vector<std::pair<Key, std::shared_ptr<const Value>>> kept_;  ///< last used at the end
};

}  // namespace sparlab::inputs
