#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "runtime/switches.hpp"

namespace sparlab::runtime {

/// The programs that the switches of a simulation run, in the order in which ranks call for them.
class SwitchPrograms {
 public:
  explicit SwitchPrograms(int ranks) : begun_(static_cast<std::size_t>(ranks)) {}

  /// A rank calls Switches::run_at_switches. True if it is the first rank to call for this program.
  bool begin(int rank, Switches::Program program) {
    if (begun_[static_cast<std::size_t>(rank)]++ < programs_.size()) return false;
    programs_.push_back(std::move(program));
    return true;
  }
  /// A rank has returned. True for the last one.
  bool end_rank() { return ++returned_ == begun_.size(); }

  /// Runs one switch until all ranks have returned. `await_news` blocks until begin() or end_rank()
  /// has returned true.
  template <class AwaitNews>
  void run(Comm& comm, Switches& tree, AwaitNews await_news) {
    for (std::size_t next = 0;; ++next) {
      while (next == programs_.size()) {
        if (returned_ == begun_.size()) return;
        await_news();
      }
      programs_[next](comm, tree);
    }
  }

 private:
  std::deque<Switches::Program> programs_;
  std::vector<std::size_t> begun_;  ///< by rank: how many of them it has called for
  std::size_t returned_ = 0;        ///< ranks
};

}  // namespace sparlab::runtime
