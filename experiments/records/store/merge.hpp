#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <vector>

namespace sparlab::experiments::records {

struct MergeOutcome {
  std::size_t records = 0;   ///< in the output folder now
  std::size_t repeated = 0;  ///< records left out, because another one has the same point
  std::size_t failures = 0;  ///< points that failed and have no record
  std::size_t left_out = 0;  ///< points that were refused before a run and have no record
};

/// Joins the records of several output folders, and those that `output` already has, into `output`.
/// Of several records of one point, the one that started last stays. The content of the output
/// depends on the set of records alone: neither on their order nor on what was merged before.
/// Damaged lines of inputs are reported on `messages` and left out.
/// Errors  As RecordStore and read_records.
MergeOutcome merge_records(const std::filesystem::path& output,
                           const std::vector<std::filesystem::path>& inputs,
                           std::ostream& messages);

}  // namespace sparlab::experiments::records
