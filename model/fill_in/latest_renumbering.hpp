#pragma once

#include <memory>
#include <mutex>

#include "model/base/hashed_owners.hpp"
#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Remembers the renumbered form of a fill-in for the owners that were last asked for. Safe to use
/// from several threads.
class LatestRenumbering {
 public:
  template <typename Make>
  std::shared_ptr<const FillIn> get(const HashedOwners& owners, Make make) const {
    const std::scoped_lock lock(mutex_);
    if (!latest_ || owners_ != owners) latest_ = make();
    owners_ = owners;
    return latest_;
  }

 private:
  mutable std::mutex mutex_;
  mutable HashedOwners owners_;
  mutable std::shared_ptr<const FillIn> latest_;
};

}  // namespace sparlab::model
