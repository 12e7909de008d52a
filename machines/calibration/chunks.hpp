#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machines/calibration/measure.hpp"

/// Whether long messages travel faster whole or in chunks (runtime::mpi::Transfer).
namespace sparlab::machines::calibration {

/// The chunk sizes that are compared with whole messages. All are below Open MPI's eager limit over
/// TCP, which is 64 KiB.
inline constexpr std::size_t kChunkSizes[] = {8192, 16384, 32768, 49152};

/// What was measured with one chunk size; nullopt: whole messages.
struct ChunkTimes {
  std::optional<std::size_t> chunk_bytes;
  MessageTimes times;
};

/// The time of a pattern in chunks over that of whole messages, by pattern: the geometric mean over
/// all sizes from 128 KiB on that both have. `mean` is that over patterns.
struct ChunkRatios {
  std::size_t chunk_bytes = 0;
  std::map<Benchmark, double> by_pattern;  ///< exchange; with more than two ranks ring, all_to_all
  double mean = 1;
};

struct ChunkChoice {
  int ranks = 2;
  std::vector<ChunkRatios> ratios;
  /// The largest size whose mean is within 2 % of the smallest; nullopt if chunks save less than a
  /// twentieth.
  std::optional<std::size_t> best;
  std::optional<OtherLoad> others;  ///< the largest of all measurements; nullopt: not known
};

/// Errors  std::invalid_argument: no measurement of whole messages, or none of a size from 128 KiB
///         on.
ChunkChoice choose_chunks(std::span<const ChunkTimes> measured);

/// As RunRanks, but messages travel in chunks of a size.
using RunRanksInChunks = std::function<nlohmann::json(
    std::optional<std::size_t> chunk_bytes, int ranks, const nlohmann::json& task, double most_s)>;

/// Measures messages with each chunk size among the same number of ranks, in equal parts of the
/// budget. Says on `progress` what is measured.
/// Errors  std::invalid_argument as measure() and choose_chunks().
ChunkChoice measure_chunks(int ranks, double budget_s, const RunRanksInChunks& run,
                           std::ostream& progress);

/// Seconds that measure_chunks needs at least.
double least_budget_for_chunks_s();

void print_chunks(const ChunkChoice& choice, std::ostream& stream);

/// The environment variable from which ranks read their chunk size.
inline constexpr const char* kChunkVariable = "SPARLAB_CHUNK_BYTES";

/// Its value.
std::string chunk_text(std::optional<std::size_t> chunk_bytes);

/// The section `environment` of a launcher file, as an object with this one key.
std::string environment_text(const ChunkChoice& choice);

}  // namespace sparlab::machines::calibration
