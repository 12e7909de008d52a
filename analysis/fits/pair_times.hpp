#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/fits/message_noise.hpp"
#include "model/analysis/segments.hpp"

namespace sparlab::analysis {

/// Which rows of a table of messages between two ranks a fit uses.
struct PairSelection {
  std::filesystem::path table;
  std::vector<std::string> machines = {};  ///< names in the column system_dir; empty: the only one
};

/// Messages between two ranks by size: a value for each series of a run, the p10 of its
/// repetitions.
struct PairTimes {
  std::vector<model::Timings> one_way;    ///< half of a round trip; sizes ascend
  std::vector<model::Timings> exchange;   ///< both send at once
  std::vector<RepeatedSize> repetitions;  ///< of one_way, in the same order
  std::string description;                ///< machines, runs, quantile, file and its hash
};

/// Reads a table of summaries of netgauge's pattern one_one: columns system_dir, run, test, bytes,
/// n, min, p10, median, p90, mean, times in microseconds. Of its tests it takes MPI between one
/// pair of ranks on one connection: `ng_one_one_mpi`, and `ng_one_one_mpi_bidirect`, where both
/// send at once.
///
/// Errors  DataError: a file or cell that cannot be read. ConfigError: a machine that no row has,
///         several machines without a choice, no message of one of the two kinds.
PairTimes read_pair_times(const PairSelection& selection);

}  // namespace sparlab::analysis
