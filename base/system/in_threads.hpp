#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <future>
#include <vector>

#include "base/system/environment.hpp"

namespace sparlab::base {

/// Calls work(0) to work(count - 1) once each, on all usable processors; calls must not depend on
/// each other. An exception of a call is passed on when all threads have ended.
inline void in_threads(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take_turns = [&] {
    for (std::size_t index = next++; index < count; index = next++) work(index);
  };
  const std::size_t threads = std::min<std::size_t>(count, usable_processors());
  std::vector<std::future<void>> others;
  for (std::size_t thread = 1; thread < threads; ++thread)
    others.push_back(std::async(std::launch::async, take_turns));
  take_turns();
  for (std::future<void>& other : others) other.get();
}

}  // namespace sparlab::base
