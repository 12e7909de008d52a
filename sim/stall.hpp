#pragma once

#include <cstddef>
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

/// Who waits for whom. The ranks update it, so that a stall can be explained. Lane l of rank r has
/// the row l * ranks + r.
class StallTable {
 public:
  explicit StallTable(int ranks, int lanes = 1)
      : ranks_(static_cast<std::size_t>(ranks)), rows_(ranks_ * static_cast<std::size_t>(lanes)) {}

  void block(int lane, std::vector<Waiting> any_of) { row(lane).any_of = std::move(any_of); }
  void block(int lane, Waiting waiting) { row(lane).any_of.assign(1, waiting); }
  void resume(int lane) { row(lane).any_of.clear(); }
  void finish(int lane) { row(lane).finished = true; }

  /// "rank 0 waits for a message from rank 1 (tag 0); ..." for the first ranks that are blocked.
  std::string describe() const;

 private:
  struct Row {
    std::vector<Waiting> any_of;
    bool finished = false;
  };
  Row& row(int lane) { return rows_[static_cast<std::size_t>(lane)]; }
  std::string describe(const Waiting& waiting, std::size_t lane_of_0) const;

  std::size_t ranks_;
  std::vector<Row> rows_;
};

}  // namespace sparlab::sim
