#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sparlab::sim {

/// The operation that a blocked rank waits for.
struct Waiting {
  enum class For { receive, send };
  For what = For::receive;
  int peer = 0;
  int tag = 0;
};

/// Who waits for whom. The ranks update it, so that a stall can be explained.
class StallTable {
 public:
  explicit StallTable(int ranks) : rows_(static_cast<std::size_t>(ranks)) {}

  void block(int rank, std::vector<Waiting> any_of) { row(rank).any_of = std::move(any_of); }
  void block(int rank, Waiting waiting) { row(rank).any_of.assign(1, waiting); }
  void resume(int rank) { row(rank).any_of.clear(); }
  void finish(int rank) { row(rank).finished = true; }

  /// "rank 0 waits for a message from rank 1 (tag 0); ..." for the first ranks that are blocked.
  std::string describe() const;

 private:
  struct Row {
    std::vector<Waiting> any_of;
    bool finished = false;
  };
  Row& row(int rank) { return rows_[static_cast<std::size_t>(rank)]; }
  std::string describe(const Waiting& waiting) const;

  std::vector<Row> rows_;
};

}  // namespace sparlab::sim
